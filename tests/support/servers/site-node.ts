import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { CSRF_COOKIE, CSRF_HEADER } from '#src/lib/api/csrf.ts'
import { commandOf } from './command.ts'
import { freePort } from './free-port.ts'

/** Start timeout in milliseconds, which is long enough to catch hangs but not slowness. */
const START_LIMIT_MS = 60_000

export const ADMIN = { email: 'ruth@club.example', password: 'a long enough password' }

/** Returns the line of a `serve-site.ts` page, without its script. */
export const lineOf = (html: string) => html.replace(/<script>.*<\/script>/, '')

/** A node of the site in a child process, started by `serve-site.ts`. */
export interface SiteNode {
	readonly process: ChildProcess
	readonly origin: string
	/** Sends a request as a browser does. */
	get(path: string, init?: RequestInit): Promise<Response>
	/** Returns the page at a path, without its script. */
	text(path: string): Promise<string>
	logged(): Array<Record<string, unknown>>
	said(): string
	/** Sends `signal` if given and waits for the exit. @returns the exit code */
	end(signal?: NodeJS.Signals): Promise<number | null>
}

/**
 * Starts a node with these settings and waits until it listens or has exited. Requires `DATA_DIR` and `DATABASE_URL`,
 * and uses a free port if there is no `PORT`.
 */
export async function startNode(settings: Record<string, string>): Promise<SiteNode> {
	const port = Number(settings.PORT ?? (await freePort()))
	const origin = `http://127.0.0.1:${port}`
	const child = spawn(process.execPath, commandOf('tests/support/site/serve-site.ts'), {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: {
			...process.env,
			NODE_ENV: 'production',
			LOG_LEVEL: 'info',
			PORT: String(port),
			PUBLIC_URL: 'https://club.example',
			ALLOWED_HOSTS: `127.0.0.1:${port}`,
			SECRET_KEY: 'x'.repeat(32),
			ADMIN_EMAIL: ADMIN.email,
			ADMIN_PASSWORD: ADMIN.password,
			...settings,
		},
	})
	let output = ''
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (part: string) => {
			output += part
		})
	const get = (path: string, init: RequestInit = {}) =>
		fetch(origin + path, { redirect: 'manual', headers: { Accept: 'text/html' }, ...init })
	const hasEnded = () => child.exitCode !== null || child.signalCode !== null
	for (const start = Date.now(); !hasEnded(); ) {
		if (await get('/healthz').catch(() => undefined)) break
		if (Date.now() - start > START_LIMIT_MS) throw new Error(`The node does not listen:\n${output}`)
		await new Promise((resolve) => setTimeout(resolve, 20))
	}
	return {
		process: child,
		origin,
		get,
		text: async (path) => lineOf(await (await get(path)).text()),
		said: () => output,
		logged: () =>
			output
				.split('\n')
				.filter((line) => line.startsWith('{') && line.endsWith('}'))
				.map((line) => JSON.parse(line) as Record<string, unknown>),
		async end(signal) {
			const ended = hasEnded() ? undefined : once(child, 'exit')
			if (signal) child.kill(signal)
			await ended
			return child.exitCode
		},
	}
}

/** A browser. It works with every node, because its cookies belong to the site. */
export interface Browser {
	/** Calls an endpoint of a node or reverse proxy. `body` is sent as JSON, or unchanged if it consists of bytes. */
	call(
		node: Pick<SiteNode, 'origin'>,
		method: string,
		path: string,
		body?: object | Uint8Array | ReadableStream,
	): Promise<Response>
}

/** Opens a browser that is not signed in. `onCookie` is called with each cookie value that is set. */
export async function visit(node: Pick<SiteNode, 'origin'>, onCookie?: (value: string) => void): Promise<Browser> {
	const cookies = new Map<string, string>()
	const call: Browser['call'] = async (at, method, path, body) => {
		const isRaw = body instanceof Uint8Array || body instanceof ReadableStream
		const answer = await fetch(at.origin + path, {
			method,
			redirect: 'manual',
			headers: {
				Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
				[CSRF_HEADER]: cookies.get(CSRF_COOKIE) ?? '',
				...(body ? { 'Content-Type': isRaw ? 'application/octet-stream' : 'application/json' } : {}),
			},
			...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
			body: isRaw ? (body as BodyInit) : body ? JSON.stringify(body) : null,
		})
		for (const cookie of answer.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
			cookies.set(name, value)
			onCookie?.(value)
		}
		return answer
	}
	await call(node, 'GET', '/api/csrf-token')
	return { call }
}

/** Signs in at a node over HTTP. */
export async function signInAt(node: Pick<SiteNode, 'origin'>, credentials = ADMIN): Promise<Browser> {
	const browser = await visit(node)
	const answer = await browser.call(node, 'POST', '/api/login', credentials)
	if (answer.status !== 200) throw new Error(`Sign-in: ${answer.status} ${await answer.text()}`)
	return browser
}

/** Returns the JSON of a response that must be successful. */
export async function made<T = { id: string }>(answer: Promise<Response>): Promise<T> {
	const reply = await answer
	if (!reply.ok) throw new Error(`${reply.url}: ${reply.status} ${await reply.text()}`)
	return (await reply.json()) as T
}

/** Creates a course with one module. @returns the path of the module's comments */
export async function makeDiscussion(node: SiteNode, admin: Browser): Promise<string> {
	const text = { title: 'Raising fees', description: 'What it is about', content: '<p>Enough of a content</p>' }
	const course = await made(admin.call(node, 'POST', '/api/courses', { ...text, isPublished: true }))
	const path = `/api/courses/${course.id}/modules`
	const module = await made(admin.call(node, 'POST', path, { ...text, type: 'text' }))
	return `/api/modules/${module.id}/comments`
}
