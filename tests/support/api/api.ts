import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { inject } from 'vitest'
import { db } from '#db/client.ts'
import { type UserRow, users } from '#db/schema/users.ts'
import { callers, endpoints } from '#src/app/endpoints.ts'
import { createAccount, type NewAccount } from '#src/features/auth/server/accounts.ts'
import { openAuthSession, readAuthSession } from '#src/features/auth/server/auth-sessions.ts'
import { issueCsrfToken } from '#src/features/auth/server/csrf.ts'
import { hashPassword } from '#src/features/auth/server/passwords/passwords.ts'
import { confirmation } from '#src/features/auth/server/step-up.ts'
import { BYTES, BYTES_TYPE, type Contract, isMutation, takesBody } from '#src/lib/api/contract.ts'
import { CSRF_HEADER } from '#src/lib/api/csrf.ts'
import { handle, type Service } from '#src/platform/endpoint/handle.ts'
import { type ApiEndpoint, type ApiReply, type ApiRequest, FileBody } from '#src/platform/http/api-types.ts'
import { tooLarge } from '#src/platform/http/read-body.ts'
import { TEST_PASSWORD } from './password.ts'

/** Every endpoint by method and path, such as `GET /api/user`. */
const routes: ReadonlyMap<string, ApiEndpoint> = new Map(
	endpoints.map((endpoint) => [`${endpoint.contract.method} ${endpoint.contract.path}`, endpoint]),
)

/** Returns an endpoint that is not part of the product. */
export const testEndpoint = <C extends Contract>(contract: C, service: Service<C>): ApiEndpoint =>
	handle(contract, service).serve(callers)

/** A caller, with the browser's cookies and CSRF token. */
export interface Principal {
	readonly userId: string | undefined
	readonly cookie: string
	readonly csrf: string
}

export { TEST_PASSWORD }

const cookieHeader = (setCookies: string[]) => setCookies.map((cookie) => cookie.split(';')[0]).join('; ')

/** Returns a browser that is not signed in but has a CSRF token. */
export function visitor(): Principal {
	const { token, cookies } = issueCsrfToken(undefined, undefined)
	return { userId: undefined, cookie: cookieHeader(cookies), csrf: token }
}

type Owner = Pick<UserRow, 'id' | 'role' | 'passwordHash'>

async function withSession(user: Owner, secondFactorAt: Date | null): Promise<Principal> {
	const cookies = await openAuthSession(user, { userAgent: 'tests', clientAddress: '127.0.0.1', secondFactorAt })
	const cookie = cookieHeader(cookies)
	const caller = await readAuthSession(cookie)
	return { userId: user.id, cookie, csrf: issueCsrfToken(caller?.authSession, cookie).token }
}

/** Returns a browser with a session of this account, inserted into the database. */
export const signedIn = (user: Owner) => withSession(user, null)

/** Returns a browser with a session whose second factor was proven long ago. */
export const signedInByFactor = (user: Owner) => withSession(user, new Date(0))

/** Returns a browser whose owner has just confirmed the password. */
export async function signedInAndConfirmed(user: Owner): Promise<Principal> {
	const principal = await signedIn(user)
	const caller = await readAuthSession(principal.cookie)
	if (!caller) throw new Error('The session is missing')
	const proof = cookieHeader([confirmation(caller.authSession).cookie])
	return { ...principal, cookie: `${principal.cookie}; ${proof}` }
}

let made = 0

type AccountOverrides = Partial<NewAccount> & { password?: string }

/** Inserts an account with made-up data and these overrides. */
export async function insertAccount({ password, ...overrides }: AccountOverrides = {}) {
	const number = ++made
	return createAccount({
		name: `Person ${number}`,
		email: `person${number}@example.com`,
		passwordHash: password === undefined ? inject('testPasswordHash') : await hashPassword(password),
		role: 'user',
		...overrides,
	})
}

export const PRINCIPALS = ['visitor', 'pending', 'inactive', 'member', 'otherMember', 'admin'] as const
export type PrincipalName = (typeof PRINCIPALS)[number]

/** Inserts an account for each kind of caller. Pending and inactive accounts cannot sign in. */
export async function insertPeople() {
	return {
		pending: await insertAccount({ status: 'inactive', applicationStatus: 'pending' }),
		inactive: await insertAccount({ status: 'inactive' }),
		member: await insertAccount(),
		otherMember: await insertAccount(),
		admin: await insertAccount({ role: 'admin' }),
	}
}

/** Inserts a member who is a moderator. */
export async function insertModerator(overrides: AccountOverrides = {}) {
	const account = await insertAccount(overrides)
	await db().update(users).set({ isModerator: true }).where(eq(users.id, account.id))
	return account
}

/** Returns a browser whose session is older than the account's deactivation. Such a session must not work. */
async function signedInBefore(user: UserRow): Promise<Principal> {
	await db().update(users).set({ status: 'active' }).where(eq(users.id, user.id))
	const principal = await signedIn(user)
	await db().update(users).set({ status: user.status }).where(eq(users.id, user.id))
	return principal
}

/** Returns a caller of this kind with a new session. Sessions of pending and inactive accounts must not work. */
export async function principalOf(
	people: Awaited<ReturnType<typeof insertPeople>>,
	name: PrincipalName,
): Promise<Principal> {
	if (name === 'visitor') return visitor()
	return people[name].status === 'active' ? signedIn(people[name]) : signedInBefore(people[name])
}

/** Creates a caller of each kind in an empty database. */
export async function createPrincipals(): Promise<Record<PrincipalName, Principal>> {
	const people = await insertPeople()
	return {
		visitor: await principalOf(people, 'visitor'),
		pending: await principalOf(people, 'pending'),
		inactive: await principalOf(people, 'inactive'),
		member: await principalOf(people, 'member'),
		otherMember: await principalOf(people, 'otherMember'),
		admin: await principalOf(people, 'admin'),
	}
}

export interface CallOptions {
	as?: Principal
	params?: Record<string, string>
	query?: Record<string, string>
	/** Body, sent as JSON. */
	body?: unknown
	/** Body, sent unchanged instead of `body`. */
	rawBody?: string | Uint8Array
	/** Runs between the headers and the body. */
	beforeBody?(): Promise<unknown>
	/** A header that is undefined is not sent. */
	headers?: Record<string, string | undefined>
	clientAddress?: string
}

export interface Reply {
	status: number
	/** Body as text, or ''. */
	text: string
	/** Body as sent. */
	bytes: Buffer
	json: unknown
	header(name: string): string | undefined
	setCookies: string[]
}

function toRequest(contract: Contract, options: CallOptions): ApiRequest {
	const principal = options.as ?? visitor()
	const headers: Record<string, string | undefined> = { host: 'localhost:4321', cookie: principal.cookie || undefined }
	if (isMutation(contract.method)) headers[CSRF_HEADER.toLowerCase()] = principal.csrf
	if (takesBody(contract)) headers['content-type'] = contract.takes === BYTES ? BYTES_TYPE : [contract.takes].flat()[0]
	const content = options.rawBody ?? JSON.stringify(options.body ?? {})
	const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
	if (takesBody(contract)) headers['content-length'] = String(bytes.byteLength)
	for (const [name, value] of Object.entries(options.headers ?? {})) headers[name.toLowerCase()] = value
	const params = options.params ?? {}
	return {
		method: contract.method,
		path: contract.path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
		query: new URLSearchParams(options.query),
		params,
		header: (name) => headers[name.toLowerCase()],
		headersDistinct: (name) => [headers[name.toLowerCase()]].filter((value) => value !== undefined),
		async readBody(limit) {
			await options.beforeBody?.()
			if (bytes.byteLength > limit) throw tooLarge(limit)
			return bytes
		},
		async *streamBody(limit) {
			await options.beforeBody?.()
			if (bytes.byteLength > limit) throw tooLarge(limit)
			yield bytes
		},
		clientAddress: options.clientAddress ?? '127.0.0.1',
		requestId: randomUUID(),
	}
}

async function bytesOf({ body }: ApiReply): Promise<Buffer> {
	if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) return Buffer.from(body ?? '')
	const pieces: Buffer[] = []
	for await (const piece of body instanceof FileBody ? await body.open() : body) pieces.push(Buffer.from(piece))
	return Buffer.concat(pieces)
}

async function toReply(reply: ApiReply): Promise<Reply> {
	const bytes = await bytesOf(reply)
	const text = bytes.toString()
	const header = (name: string) => reply.headers.find(([given]) => given.toLowerCase() === name.toLowerCase())?.[1]
	return {
		status: reply.status,
		text,
		bytes,
		get json() {
			return JSON.parse(text) as unknown
		},
		header,
		setCookies: reply.headers.filter(([name]) => name === 'Set-Cookie').map(([, value]) => value),
	}
}

/** Calls an endpoint that is not part of the product. */
export async function callEndpoint(endpoint: ApiEndpoint, options: CallOptions = {}): Promise<Reply> {
	return toReply(await endpoint.execute(toRequest(endpoint.contract, options)))
}

/** Calls a contract's endpoint in this process. All but the network is real: route, guard, service and database. */
export async function callApi(contract: Contract, options: CallOptions = {}): Promise<Reply> {
	const endpoint = routes.get(`${contract.method} ${contract.path}`)
	if (!endpoint) throw new Error(`No endpoint answers ${contract.method} ${contract.path}`)
	return callEndpoint(endpoint, options)
}
