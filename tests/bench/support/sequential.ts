import { Agent, get } from 'node:http'

const ROUNDS = 200
/** Number of requests after which a server has compiled their code. Before that, a page takes up to twice as long. */
const WARM_UP_REQUESTS = 2_000

/**
 * Reads a response without decompressing it. `fetch` would decompress it: that takes as long as some of our pages, but
 * is work of the client, not of the server.
 */
function read(agent: Agent, url: string, cookie: string): Promise<void> {
	return new Promise((resolve, reject) => {
		get(url, { agent, headers: { Cookie: cookie, 'Accept-Encoding': 'gzip' } }, (answer) => {
			answer.resume()
			answer.once('error', reject)
			answer.once('end', () =>
				answer.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${answer.statusCode}`)),
			)
		}).once('error', reject)
	})
}

interface Asked {
	url: string
	cookie: string
}
type PathOf = (round: number) => string

/** Sends requests one after another over one connection. @returns how long each took, in milliseconds. */
async function timesOf({ url, cookie }: Asked, path: PathOf, count: number): Promise<number[]> {
	const agent = new Agent({ keepAlive: true, maxSockets: 1 })
	const times: number[] = []
	try {
		for (let round = 0; round < count; round++) {
			const started = performance.now()
			await read(agent, url + path(round), cookie)
			times.push(performance.now() - started)
		}
	} finally {
		agent.destroy()
	}
	return times
}

/** Sends requests until the server has compiled their code. */
export async function warmUp(club: Asked, path: PathOf): Promise<void> {
	await timesOf(club, path, WARM_UP_REQUESTS)
}

/** Returns the 95th percentile of sequential requests, in milliseconds. */
export async function p95(club: Asked, path: PathOf): Promise<number> {
	await timesOf(club, path, 20)
	const times = await timesOf(club, path, ROUNDS)
	return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS * 0.95)] ?? 0
}
