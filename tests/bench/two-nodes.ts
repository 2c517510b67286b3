import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Sqld, startSqld } from '#tests/support/servers/sqld.ts'
import { COMMENT, READS, signInReader } from './support/comment-load.ts'
import { cpuSeconds, startOurs, untilCalm } from './support/our-server.ts'
import { type PacedRequest, pacedLoad } from './support/paced-load.ts'
import { makeClub } from './support/remote-database.ts'
import { freePort, type Row, startPinned } from './support/tools.ts'

/** Requests a second of each node: few enough that nothing waits, with two nodes and all the rest on two cores. */
const READS_PER_NODE = 60
/** The database server writes one after the other, each to the disk. */
const WRITES_PER_NODE = 15
/** Of a load, in seconds: some 300 requests of a node, half a second of processor time and more, which Linux counts in hundredths. */
const SECONDS = 5
/** Of each load on one node and on two, in turns. */
const PAIRS = 3
const ALL_CORES = '0,1'
/** How far away the database server is in the second round, in milliseconds. */
const AWAY_MS = 20

/** nginx before the nodes, which takes turns. */
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

/** Processor time that a request costs the nodes, in milliseconds. */
type Pair = { alone: number; both: number }
/** How many times what one node answers two answer, each with a core of its own. */
const ratioOf = ({ alone, both }: Pair) => Number(((2 * alone) / both).toFixed(2))

/** What is asked, by somebody who is signed in. */
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

/** Two nodes that are up all the time, and two fronts: one leads to the first alone. */
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
	const nodes = [await startOurs(folder, settings, ALL_CORES), await startOurs(folder, settings, ALL_CORES)]
	const ports = nodes.map(({ url }) => new URL(url).port)
	const fronts = [await startFront(folder, ports.slice(0, 1)), await startFront(folder, ports)]
	/** Of the nodes that are asked: what the other one does by itself is no part of it. */
	async function cost(url: string, asked: typeof nodes, perNode: number, request: PacedRequest): Promise<number> {
		const used = () => asked.reduce((sum, { child }) => sum + cpuSeconds(child.pid ?? 0), 0)
		const before = used()
		const requests = await pacedLoad(url, request, asked.length * perNode, SECONDS)
		return ((used() - before) / requests) * 1000
	}
	try {
		// The club was filled without them: one of them indexes it, which is no part of what is compared.
		for (const node of nodes) await untilCalm(node)
		const [one, two] = fronts.map(({ url }) => url) as [string, string]
		const pairs = new Map<string, Pair[]>()
		for (const [what, perNode, request] of await requestsTo(two)) {
			// Before anything is compiled a request costs three times as much.
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
 * Two nodes against one, behind nginx, on one libSQL server: beside them, and as far away as another city. Each node is
 * sent as many requests a second whether it is alone or not, and the figure is what a request costs the nodes: two with
 * a core each answer as many times more as twice the cost with one is of the cost with two. How many requests two nodes
 * answer here says nothing of that: one alone takes of two cores what both of them, nginx, the database server and the
 * load then share.
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
