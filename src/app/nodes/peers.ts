import { inTime } from '#src/platform/in-time.ts'
import { log } from '#src/platform/log.ts'
import { NODE_CALL_PATH, SIGNATURE_HEADER, signCall } from '#src/platform/nodes/signed-calls.ts'
import type { Publication, PublishingPeers } from '../publish/publishing-peers.ts'
import { type NodeMessage, nodeAnswer } from './messages.ts'
import type { Peer } from './registry.ts'

/** Timeout of a call to a node, in milliseconds. */
const ANSWER_MS = 1_500
/** Timeout for a node that missed its last call, in milliseconds. */
const SUSPECT_MS = 150

interface PeerCall {
	readonly peer: Peer
	readonly done: Promise<boolean>
}

/** Calls the other nodes. A missed call does no harm: the next database poll finds the change. */
export class Peers implements PublishingPeers {
	readonly #live: () => Promise<Peer[]>
	readonly #suspects = new Set<string>()

	constructor(live: () => Promise<Peer[]>) {
		this.#live = live
	}

	publish(upTo: number): Publication {
		const calls = this.#callAll({ kind: 'publish', upTo })
		const everywhere = calls.then(
			async (called) => (await Promise.all(called.map(({ done }) => done))).every(Boolean),
			(error: unknown) => {
				log.warn({ err: error }, 'the other nodes could not be listed; their next poll finds the change')
				return false
			},
		)
		return {
			everywhere,
			withdraw: async (paths, seq) => {
				const called = await calls.catch(() => [])
				const message = { kind: 'withdraw', paths, seq } as const
				// Either outcome is enough: a completed publish does not contain these pages.
				await Promise.all(called.map(({ peer, done }) => anySucceeds(done, this.#send(peer, message))))
			},
		}
	}

	/** Sends a message to every node without waiting. */
	broadcast(message: NodeMessage): void {
		this.#callAll(message).catch(() => undefined)
	}

	async #callAll(message: NodeMessage): Promise<PeerCall[]> {
		return (await this.#live()).map((peer) => ({ peer, done: this.#send(peer, message) }))
	}

	/** Sends a message. @returns whether it was handled. A node that missed its last call gets a short timeout. */
	async #send(peer: Peer, message: NodeMessage): Promise<boolean> {
		if (peer.url === null) return false
		const answer = this.#ask(peer.id, peer.url, message)
		return this.#suspects.has(peer.id) ? inTime(answer, SUSPECT_MS, false) : answer
	}

	async #ask(id: string, url: string, message: NodeMessage): Promise<boolean> {
		try {
			const body = JSON.stringify(message)
			const call = signCall(id, body)
			const response = await fetch(url + NODE_CALL_PATH, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json', [SIGNATURE_HEADER]: call.signature },
				body,
				redirect: 'error',
				signal: AbortSignal.timeout(ANSWER_MS),
			})
			const text = await response.text()
			if (!call.isAnswer(text, response.headers.get(SIGNATURE_HEADER)))
				throw new Error(`the response (${response.status}) is not signed by this node`)
			if (this.#suspects.delete(id)) log.info({ node: id, url }, 'a node answers again')
			return nodeAnswer.parse(JSON.parse(text)).done
		} catch (error) {
			this.#suspect(id, url, error)
			return false
		}
	}

	#suspect(id: string, url: string, error: unknown): void {
		if (this.#suspects.has(id)) return
		this.#suspects.add(id)
		log.warn(
			{ node: id, url, err: error },
			'a node did not answer our call. Its next poll finds changes. Its NODE_URL must be reachable from the other nodes',
		)
	}
}

/** Resolves to true as soon as one outcome does, or to false when all have failed. */
async function anySucceeds(...outcomes: Array<Promise<boolean>>): Promise<boolean> {
	return Promise.any(
		outcomes.map(async (outcome) => {
			if (!(await outcome)) throw new Error('not done')
		}),
	).then(
		() => true,
		() => false,
	)
}
