import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { Agent, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
	CONNECTION_LIMIT,
	canUnshareNetwork,
	hasProgram,
	WORKER_CONNECTIONS,
} from '#tests/support/servers/deploy-tools.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { reverseProxies } from '#tests/support/servers/reverse-proxies.ts'

// Runs real nginx and the firewall with the configuration of `deploy/`, and clients at two IP addresses.

const CROWD = '127.0.0.1'
const OTHER = '127.0.0.2'
/** The `limit_conn` of nginx and the `ct count` of the firewall in front of Caddy. */
const LIMIT = 100

beforeAll(() => {
	// The reverse proxy has a self-signed certificate.
	process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
})
afterAll(() => {
	delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
})

/** Starts nginx in front of a node that answers `/slow` only when the test releases it. */
async function startFront() {
	const pending = new Set<ServerResponse>()
	const node = createServer((req, res) => {
		if (req.url === '/slow') pending.add(res)
		else res.end('a page')
	}).listen(0, '127.0.0.1')
	await once(node, 'listening')
	const { port } = node.address() as AddressInfo
	const front = await reverseProxies.nginx?.(await freePort(), [port, port])
	if (!front) throw new Error('There is no nginx front')
	onTestFinished(async () => {
		node.closeAllConnections()
		node.close()
		await front.stop()
	})
	return { pending, origin: front.origin }
}

/** Requests a page over its own connection, which stays open. @returns the status. */
async function ask(url: string, localAddress: string) {
	const agent = new Agent({ keepAlive: true, maxSockets: 1 })
	onTestFinished(() => agent.destroy())
	const sent = request(url, { agent, localAddress, rejectUnauthorized: false }).end()
	const [response] = await once(sent, 'response')
	response.resume()
	await once(response, 'end')
	return { status: response.statusCode as number, socket: sent.socket }
}
const statusOf = async (url: string, address: string) => (await ask(url, address)).status

describe.runIf(hasProgram('nginx'))('nginx', () => {
	test('answers 429 to requests above its limit from one address, and serves others', async () => {
		const { pending, origin } = await startFront()
		const waiting = Array.from({ length: LIMIT }, () => statusOf(`${origin}/slow`, CROWD))
		await vi.waitFor(() => expect(pending.size).toBe(LIMIT))
		expect(await statusOf(origin, CROWD)).toBe(429)
		expect(await statusOf(origin, OTHER)).toBe(200)
		for (const res of pending) res.end()
		expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]))
		expect(await statusOf(origin, CROWD)).toBe(200)
	})

	test('closes the oldest idle connections if one address uses all of them, and serves others', async () => {
		const { origin } = await startFront()
		const opened: Awaited<ReturnType<typeof ask>>[] = []
		for (let count = 0; count < WORKER_CONNECTIONS + LIMIT; count++) opened.push(await ask(origin, CROWD))
		const other = await ask(origin, OTHER)
		expect(new Set([...opened, other].map(({ status }) => status))).toEqual(new Set([200]))
		await vi.waitFor(() => {
			const open = opened.map(({ socket }) => !socket?.destroyed)
			expect(open.filter(Boolean).length).toBeLessThan(WORKER_CONNECTIONS)
			expect([open[0], open.at(-1), other.socket?.destroyed]).toEqual([false, true, false])
		})
	})
})

describe.runIf(hasProgram('nft') && canUnshareNetwork())('the firewall in front of Caddy', () => {
	test('refuses connections above its limit from one address, and serves others', () => {
		const program = new URL('../../support/servers/count-connections.ts', import.meta.url).pathname
		// Loads the rules twice, as each start of Caddy does.
		const script = 'ip link set lo up && nft -f "$1" && nft -f "$1" && exec "$2" "$3"'
		const args = ['-rn', 'sh', '-ec', script, 'sh', CONNECTION_LIMIT, process.execPath, program]
		const counted = JSON.parse(execFileSync('unshare', args, { encoding: 'utf8' }))
		// Two connections of the crowd were closed, so two more are accepted.
		expect(counted).toEqual({ crowd: LIMIT, other: true, ipv6: LIMIT, again: 2 })
	})
})
