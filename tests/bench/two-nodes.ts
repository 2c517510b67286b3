import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Sqld, startSqld } from '#tests/support/servers/sqld.ts'
import { COMMENT, READS, signInReader } from './support/comment-load.ts'
import { cpuSeconds, startOurServer, waitUntilIdle } from './support/our-server.ts'
import { type PacedRequest, pacedLoad } from './support/paced-load.ts'
import { makeClub } from './support/remote-database.ts'
import { freePort, type Row, startPinned } from './support/tools.ts'

/** Reads per second of each node: few enough to avoid queues with two nodes and everything else on two cores. */
const READS_PER_NODE = 60
/** Writes per second of each node. The database server writes sequentially, each with an fsync. */
const WRITES_PER_NODE = 15
/** Duration of a load in seconds: some 300 requests per node, at least half a second of CPU time. */
const SECONDS = 5
/** Pairs of loads on one node and on two, alternating. */
const PAIRS = 3
const ALL_CORES = '0,1'
/** Latency of the database server in the second round, in milliseconds. */
const AWAY_MS = 20

/** Starts nginx as a round-robin reverse proxy (a front) for the nodes. */
async function startFront(folder: string, ports: string[]) {
	const root = join(folder, `front-${ports.join('-')}`)
	mkdirSync(root)
	const port = await freePort()
	const servers = ports.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join(' ')
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
		.map((name) => `${name}_temp_path ${root}/${name};`)
		.join(' ')
	writeFileSync(
		join(root, 'nginx.conf'),
		`worker_processes 1; daemon off; user root; pid ${root}/pid; error_log ${root}/error.log;
events { worker_connections 512; }
http {
	access_log off; ${temporary} keepalive_requests 1000000000; keepalive_timeout 1h;
	upstream nodes { ${servers} keepalive 64; keepalive_requests 1000000000; }
	server {
		listen 127.0.0.1:${port};
		location / {
			proxy_pass http://nodes; proxy_http_version 1.1; proxy_set_header Connection "";
			proxy_set_header Host localhost; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
		}
	}
}`,
	)
	const url = `http://127.0.0.1:${port}`
	const nginx = await startPinned('nginx', ['-c', join(root, 'nginx.conf')], { url: `${url}/readyz`, cores: ALL_CORES })
	return { url, stop: nginx.stop }
}

const median = <Of>(list: readonly Of[], value: (one: Of) => number): Of =>
	list.toSorted((one, other) => value(one) - value(other))[Math.floor(list.length / 2)] as Of

/** CPU time per request, in milliseconds. */
type Pair = { alone: number; both: number }
/** Returns the throughput of two nodes divided by that of one, with one core for each node. */
const ratioOf = ({ alone, both }: Pair) => Number(((2 * alone) / both).toFixed(2))

/** Returns the requests to measure, signed in. */
async function requestsTo(url: string): Promise<Array<[what: string, perNode: number, request: PacedRequest]>> {
	const { cookie, csrf } = await signInReader(url)
	const headers = { Cookie: cookie, Host: 'localhost' }
	return [
		...READS.map(([what, path]): [string, number, PacedRequest] => [what, READS_PER_NODE, { path, headers }]),
		[
			'POST a comment',
			WRITES_PER_NODE,
			{ ...COMMENT, headers: { ...headers, 'X-XSRF-TOKEN': csrf, 'Content-Type': 'application/json' } },
		],
	]
}

/** Measures two running nodes behind two fronts. The first front uses only the first node. */
async function measure(folder: string, server: Sqld, database: string): Promise<Map<string, Pair[]>> {
	const settings = {
		DATABASE_URL: database,
		DATABASE_AUTH_TOKEN: server.authToken,
		SECRET_KEY: 'x'.repeat(32),
		PUBLIC_URL: 'http://localhost',
		ALLOWED_HOSTS: 'localhost',
		SEED_DEMO: 'false',
		TRUST_PROXY_HOPS: '1',
	}
	const nodes = [await startOurServer(folder, settings, ALL_CORES), await startOurServer(folder, settings, ALL_CORES)]
	const ports = nodes.map(({ url }) => new URL(url).port)
	const fronts = [await startFront(folder, ports.slice(0, 1)), await startFront(folder, ports)]
	/** Returns the CPU time per request, in milliseconds, of the nodes that receive requests. */
	async function cost(url: string, asked: typeof nodes, perNode: number, request: PacedRequest): Promise<number> {
		const used = () => asked.reduce((sum, { child }) => sum + cpuSeconds(child.pid ?? 0), 0)
		const before = used()
		const requests = await pacedLoad(url, request, asked.length * perNode, SECONDS)
		return ((used() - before) / requests) * 1000
	}
	try {
		// The club was filled offline: let a node index it first.
		for (const node of nodes) await waitUntilIdle(node)
		const [one, two] = fronts.map(({ url }) => url) as [string, string]
		const pairs = new Map<string, Pair[]>()
		for (const [what, perNode, request] of await requestsTo(two)) {
			// Warm up: before JIT compilation a request costs three times as much.
			await cost(two, nodes, perNode, request)
			const measured: Pair[] = []
			for (let i = 0; i < PAIRS; i++)
				measured.push({
					alone: await cost(one, nodes.slice(0, 1), perNode, request),
					both: await cost(two, nodes, perNode, request),
				})
			process.stdout.write(`${what}: ${measured.map((pair) => ratioOf(pair)).join(', ')}\n`)
			pairs.set(what, measured)
		}
		return pairs
	} finally {
		for (const front of fronts) await front.stop()
		for (const node of nodes) await node.stop()
	}
}

async function compare(folder: string, server: Sqld, where: string, database: string): Promise<Row[]> {
	const measured = await measure(folder, server, database)
	return [...measured].map(([what, pairs]) => {
		const pair = median(pairs, ratioOf)
		const ratio = ratioOf(pair)
		const least = what.startsWith('POST') ? 1 : 1.8
		return {
			what: `${what}, two nodes, ${where}`,
			ours: Number(pair.both.toFixed(2)),
			unit: 'ms of processor a request',
			against: { name: 'one node', value: Number(pair.alone.toFixed(2)), ratio },
			aim: `at least ${least} times`,
			reached: ratio >= least,
		}
	})
}

/**
 * Compares two nodes with one, behind nginx, on one libSQL server: local, and with the latency of another city. Each
 * node gets the same request rate alone or with the other, and the result is the CPU cost per request: with a core for
 * each node, throughput grows by a factor of twice the cost with one node divided by the cost with two. Throughput on
 * this machine would not show that, because both nodes, nginx, the database server and the load share two cores.
 */
export async function twoNodes(folder: string): Promise<Row[]> {
	const server = await startSqld()
	const port = await freePort()
	const far = await startPinned(
		process.execPath,
		['tests/bench/support/far-away.ts', server.url, String(port), String(AWAY_MS)],
		{
			url: `http://127.0.0.1:${port}/health`,
			cores: ALL_CORES,
		},
	)
	try {
		makeClub(server.url, server.authToken)
		return [
			...(await compare(folder, server, 'sqld beside them', server.url)),
			...(await compare(folder, server, `sqld ${AWAY_MS} ms away`, `http://127.0.0.1:${port}`)),
		]
	} finally {
		await far.stop()
		await server.stop()
	}
}
