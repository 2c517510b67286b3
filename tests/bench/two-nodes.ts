import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Sqld, startSqld } from '#tests/support/sqld.ts'
import { commentLoad, READS, readLoad, signInReader } from './comment-load.ts'
import { holdToShare } from './cpu-share.ts'
import { startOurs } from './our-server.ts'
import { makeClub } from './remote-database.ts'
import { freePort, type Load, type Row, startPinned } from './tools.ts'

/** A node's machine, in cores: two of them, their front, their database server and the load have room on two cores. */
const NODE_SHARE = 0.3
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

interface Round {
	loads: Map<string, Load>
	/** Share of one core that each part took, on the average of all loads. */
	shares: string
}

async function measure(folder: string, nodes: number, server: Sqld, database: string): Promise<Round> {
	const settings = {
		DATABASE_URL: database,
		DATABASE_AUTH_TOKEN: server.authToken,
		SECRET_KEY: 'x'.repeat(32),
		PUBLIC_URL: 'http://localhost',
		ALLOWED_HOSTS: 'localhost',
		SEED_DEMO: 'false',
		TRUST_PROXY_HOPS: '1',
	}
	const started: Awaited<ReturnType<typeof startOurs>>[] = []
	for (let i = 0; i < nodes; i++) started.push(await startOurs(folder, settings, ALL_CORES))
	// Once they are up: a start is no part of this.
	const shares = started.map(({ child }) => holdToShare(child.pid ?? 0, NODE_SHARE))
	const front = await startFront(
		folder,
		started.map(({ url }) => new URL(url).port),
	)
	try {
		const member = await signInReader(front.url)
		const pids = [...started.map(({ child }) => child.pid ?? 0), server.pid]
		const before = pids.map(cpuSeconds)
		const since = performance.now()
		const loads = new Map<string, Load>()
		for (const [what, path] of READS) loads.set(what, readLoad(front.url, path, member))
		loads.set('POST a comment', commentLoad(folder, front.url, member))
		const seconds = (performance.now() - since) / 1000
		const used = pids.map((pid, i) => Math.round(((cpuSeconds(pid) - (before[i] ?? 0)) / seconds) * 100))
		return { loads, shares: `node ${used.slice(0, -1).join(' % and ')} %, sqld ${used.at(-1)} % of a core` }
	} finally {
		await front.stop()
		for (const node of started) await node.stop()
		for (const remove of shares) remove()
	}
}

async function compare(folder: string, server: Sqld, where: string, database: string): Promise<Row[]> {
	const one = await measure(folder, 1, server, database)
	const two = await measure(folder, 2, server, database)
	process.stdout.write(`${where}: one node: ${one.shares}; two nodes: ${two.shares}\n`)
	return [...one.loads].map(([what, alone]) => {
		const ours = two.loads.get(what)?.requestsPerSecond ?? 0
		const ratio = Number((ours / alone.requestsPerSecond).toFixed(2))
		const least = what.startsWith('POST') ? 1 : 1.8
		return {
			what: `${what}, two nodes, ${where}`,
			ours: Math.round(ours),
			unit: 'requests/s',
			against: { name: 'one node', value: Math.round(alone.requestsPerSecond), ratio },
			aim: `at least ${least} times`,
			reached: ratio >= least,
		}
	})
}

/**
 * Two nodes against one, behind nginx, on one libSQL server: beside them, and as far away as another city, where a node
 * waits more than it works. Each node is held to a part of a core: else one of them alone takes what two would share.
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
