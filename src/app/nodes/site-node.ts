import { databaseFileOf } from '#db/address.ts'
import { env } from '#src/platform/env/env.ts'
import { log } from '#src/platform/log.ts'
import { nodeId } from '#src/platform/nodes/node-id.ts'
import { sendNews } from '#src/platform/nodes/node-news.ts'
import type { Publisher } from '../publish/publisher.ts'
import { type NodeCallHandler, nodeCallHandler } from './answer-node.ts'
import { Peers } from './peers.ts'
import { deregisterNode, livePeers, type Peer, registerNode } from './registry.ts'

/** Returns whether other processes may serve the site from the same database. A file has only one process. */
export const isShared = () => databaseFileOf(env().databaseUrl) === undefined

/** Returns the URL of a server that listens on `host`; undefined if it listens on every address of the machine. */
export function serverUrl(host: string, port: number): string | undefined {
	const name = host.replace(/^\[|\]$/g, '')
	if (['', '0.0.0.0', '::', '0:0:0:0:0:0:0:0'].includes(name)) return undefined
	return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** This process as one of the nodes that share a database server. */
export class SiteNode {
	readonly peers = new Peers(() => livePeers(nodeId))
	self: Peer = { id: nodeId, url: null }
	#stopNews: (() => void) | undefined

	callHandler(publisher: Publisher): NodeCallHandler {
		return nodeCallHandler(nodeId, publisher)
	}

	async join(port: number): Promise<void> {
		const { host, nodeUrl } = env()
		const url = nodeUrl ?? serverUrl(host, port)
		this.self = { id: nodeId, url: url ?? null }
		if (url === undefined)
			log.warn(
				`Other nodes cannot notify this one of changes, so it shows them up to five seconds late. Set NODE_URL to its URL (HOST is ${host}).`,
			)
		this.#stopNews = sendNews((kind, key) => this.peers.broadcast({ kind, key }))
		await registerNode(this.self).catch((error: unknown) =>
			log.warn({ err: error }, 'this node could not be registered; its next poll retries'),
		)
	}

	async leave(): Promise<void> {
		this.#stopNews?.()
		await deregisterNode(nodeId).catch((error: unknown) =>
			log.warn({ err: error }, 'this node could not be removed from the list; its entry expires'),
		)
	}
}
