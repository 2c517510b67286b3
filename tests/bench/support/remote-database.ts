import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Sqld, startSqld } from '#tests/support/servers/sqld.ts'
import { commentLoad, READS, readLoad, signInReader } from './comment-load.ts'
import { startOurServer } from './our-server.ts'
import { LOAD_CORE, type Load, load, pin, type Row } from './tools.ts'

export const makeClub = (url: string, authToken = '') =>
	execFileSync(process.execPath, ['tests/bench/support/data/club.ts', url, '60'], {
		stdio: 'inherit',
		env: { ...process.env, DATABASE_AUTH_TOKEN: authToken },
	})

async function measure(folder: string, settings: Record<string, string>): Promise<Map<string, Load>> {
	const ours = await startOurServer(folder, { SEED_DEMO: 'false', TRUST_PROXY_HOPS: '1', ...settings })
	try {
		const member = await signInReader(ours.url)
		const loads = new Map<string, Load>()
		for (const [what, path] of READS) loads.set(what, readLoad(ours.url, path, member))
		loads.set('POST a comment', commentLoad(folder, ours.url, member))
		return loads
	} finally {
		await ours.stop()
	}
}

/** Measures the bare server: one statement per request, as the driver sends it, on 32 connections. */
function bareStatements(folder: string, server: Sqld): Row {
	const script = join(folder, 'statement.lua')
	const requests = [
		{ type: 'execute', stmt: { sql: 'select * from questions order by seq desc limit 20', want_rows: true } },
		{ type: 'close' },
	]
	writeFileSync(script, `wrk.method = "POST"\nwrk.body = [==[${JSON.stringify({ requests })}]==]\n`)
	const headers = { Authorization: `Bearer ${server.authToken}`, 'Content-Type': 'application/json' }
	const { requestsPerSecond } = load(`${server.url}/v2/pipeline`, headers, 3, script)
	return {
		what: 'sqld alone, one statement per request',
		ours: Math.round(requestsPerSecond),
		unit: 'requests/s',
		aim: '(what it can)',
		reached: true,
	}
}

/** Compares the API on a local database server with the API on a file. The database server shares the load's core. */
export async function remoteDatabase(folder: string): Promise<Row[]> {
	const file = `file:${join(folder, 'club.db')}`
	makeClub(file)
	const local = await measure(folder, { DATABASE_URL: file })
	const server = await startSqld()
	try {
		pin(server.pid, LOAD_CORE)
		makeClub(server.url, server.authToken)
		const remote = await measure(folder, { DATABASE_URL: server.url, DATABASE_AUTH_TOKEN: server.authToken })
		const rows = [...local].map(([what, onFile]): Row => {
			const ours = remote.get(what)?.requestsPerSecond ?? 0
			const ratio = Number((onFile.requestsPerSecond / ours).toFixed(2))
			return {
				what: `${what}, signed in, on sqld`,
				ours: Math.round(ours),
				unit: 'requests/s',
				against: { name: 'on a file', value: Math.round(onFile.requestsPerSecond), ratio },
				aim: 'at most 3 times slower',
				reached: ratio <= 3,
			}
		})
		return [...rows, bareStatements(folder, server)]
	} finally {
		await server.stop()
	}
}
