import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Sqld, startSqld } from '#tests/support/sqld.ts'
import { commentLoad, READS, readLoad, signInReader } from './comment-load.ts'
import { holdToShare } from './cpu-share.ts'
import { startOurs, untilCalm } from './our-server.ts'
import { makeClub } from './remote-database.ts'
import { freePort, type Load, type Row, startPinned } from './tools.ts'

/**
 * A node's machine, in cores. So small that both of them with nginx, the database server and the load have room on two
 * cores: what is compared is nodes, and nothing that they share may be at its limit.
 */
const NODE_SHARE = 0.2
/**
 * As many with one node as with two, and enough to fill two. A node asks its database server for several requests at
 * once where they wait: the load of one node, spread over two, would cost each request more.
 */
const CONNECTIONS = 32
/**
 * Of a load, in seconds. A node that is at its limit answers all that wait at nearly the same moment, so a short load counts
 * such a moment too many or too few: of three seconds at 64 connections the ratios lay between 0.5 and 3.2.
 */
const SECONDS = 5
/** Of each load on one node and on two, in turns. */
const PAIRS = 3
/** Everything may run on both: with one core for each part nothing could be gained by a second node. */
const ALL_CORES = '0,1'
const TICKS_PER_SECOND = 100
/** How far away the database server is in the second round, in milliseconds. */
const AWAY_MS = 20

const cpuSeconds = (pid: number): number => {
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
	return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

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
	access_log off; ${temporary} keepalive_requests 1000000000;
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

type Pair = { alone: Load; both: Load }
const ratioOf = ({ alone, both }: Pair) => Number((both.requestsPerSecond / alone.requestsPerSecond).toFixed(2))

type LoadOn = [what: string, on: (url: string) => Load]

/** What is asked of a front, by somebody who is signed in. */
async function loadsOf(folder: string, url: string): Promise<LoadOn[]> {
	const member = await signInReader(url)
	return [
		...READS.map(([what, path]): LoadOn => [what, (front) => readLoad(front, path, member, CONNECTIONS, SECONDS)]),
		['POST a comment', (front) => commentLoad(folder, front, member, CONNECTIONS, SECONDS)],
	]
}

/** Each load on the first node alone and on both, in turns: what else the machine does meets either. */
const measurePairs = (loads: readonly LoadOn[], one: string, two: string): Map<string, Pair[]> =>
	new Map(loads.map(([what, on]) => [what, Array.from({ length: PAIRS }, () => ({ alone: on(one), both: on(two) }))]))

/** Two nodes that are up all the time, and two fronts: one leads to the first alone. */
async function measure(folder: string, where: string, server: Sqld, database: string) {
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
	const pids = [...nodes.map(({ child }) => child.pid ?? 0), server.pid]
	const ports = nodes.map(({ url }) => new URL(url).port)
	const fronts = [await startFront(folder, ports.slice(0, 1)), await startFront(folder, ports)]
	const shares: Array<() => void> = []
	try {
		// The club was filled without them: one of them indexes it, which is no part of what is compared.
		for (const node of nodes) await untilCalm(node)
		const [one, two] = fronts.map(({ url }) => url) as [string, string]
		const loads = await loadsOf(folder, two)
		// Before they are held to a part of a core: neither a start nor what follows it, when nothing is compiled yet.
		for (const [, on] of loads) on(two)
		shares.push(...nodes.map(({ child }) => holdToShare(child.pid ?? 0, NODE_SHARE)))
		const [since, before] = [performance.now(), pids.map(cpuSeconds)]
		const pairs = measurePairs(loads, one, two)
		const seconds = (performance.now() - since) / 1000
		const used = pids.map((pid, i) => Math.round(((cpuSeconds(pid) - (before[i] ?? 0)) / seconds) * 100))
		process.stdout.write(`${where}: first node ${used[0]} %, second ${used[1]} %, sqld ${used[2]} % of a core\n`)
		for (const [what, each] of pairs) process.stdout.write(`${what}: ${each.map(ratioOf).join(', ')}\n`)
		return pairs
	} finally {
		for (const front of fronts) await front.stop()
		for (const node of nodes) await node.stop()
		for (const remove of shares) remove()
	}
}

async function compare(folder: string, server: Sqld, where: string, database: string): Promise<Row[]> {
	const measured = await measure(folder, where, server, database)
	return [...measured].map(([what, pairs]) => {
		const pair = median(pairs, ratioOf)
		const ratio = ratioOf(pair)
		const least = what.startsWith('POST') ? 1 : 1.8
		return {
			what: `${what}, two nodes, ${where}`,
			ours: Math.round(pair.both.requestsPerSecond),
			unit: 'requests/s',
			against: { name: 'one node', value: Math.round(pair.alone.requestsPerSecond), ratio },
			aim: `at least ${least} times`,
			reached: ratio >= least,
		}
	})
}

/**
 * Two nodes against one, behind nginx, on one libSQL server: beside them, and as far away as another city, where a node
 * waits more than it works. Each node is held to a part of a core: else one of them alone takes what two would share.
 * Node, database, share and load are the same in both; the figure is the median ratio of loads in turns.
 */
export async function twoNodes(folder: string): Promise<Row[]> {
	const server = await startSqld()
	const port = await freePort()
	const far = await startPinned(
		process.execPath,
		['tests/bench/far-away.ts', server.url, String(port), String(AWAY_MS)],
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
