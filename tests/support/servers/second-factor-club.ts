import { softAuthenticator } from '../soft-authenticator.ts'
import { codeBefore } from '../totp.ts'
import type { Browser, SiteNode } from './site-node.ts'
import { ADMIN, made, visit } from './site-node.ts'

/** WebAuthn origin and relying party of the PUBLIC_URL that `startNode` sets. */
const SITE = { origin: 'https://club.example', rpId: 'club.example' }

export const WRONG_CODE = 'AAAAA-AAAAA'

type Node = Pick<SiteNode, 'origin'>

/** The admin of a node, with every kind of second factor. */
export interface Owner {
	readonly key: string
	readonly recoveryCodes: readonly string[]
	/** Secrets that must not be stored in plain text anywhere. */
	readonly secrets: ReadonlySet<string>
	/** The browser in which the second factors were set up. */
	readonly browser: Browser
	/** Enters the password, then all of these answers in order. Returns the status of each call. */
	enter(node: Node, ...answers: object[]): Promise<number[]>
	/** Enters only the password in the browser that was last trusted. Returns the status. */
	enterTrusted(node: Node): Promise<number>
	/** Starts a sign-in with a passkey without finishing it. */
	beginByPasskey(node: Node): Promise<void>
	/** Signs in with the passkey. Returns the status. */
	enterByPasskey(node: Node): Promise<number>
}

/** Sets up an authenticator app, recovery codes and a passkey for the admin of a node, over HTTP. */
export async function protectOwner(node: Node): Promise<Owner> {
	const secrets = new Set<string>()
	const keep = (value: string) => void (value.length > 15 && secrets.add(value))
	const post = (browser: Browser, at: Node, path: string, body: object = {}) => browser.call(at, 'POST', path, body)
	const browser = await visit(node, keep)
	if ((await post(browser, node, '/api/login', ADMIN)).status !== 200) throw new Error('The admin has a second factor')
	await made(post(browser, node, '/api/user/step-up', { currentPassword: ADMIN.password }))
	const { key } = await made<{ key: string }>(post(browser, node, '/api/user/totp'))
	const confirmed = post(browser, node, '/api/user/totp/confirm', { code: await codeBefore(key) })
	const { recoveryCodes } = await made<{ recoveryCodes: string[] }>(confirmed)
	for (const code of recoveryCodes) secrets.add(code).add(code.replace('-', ''))
	secrets.add(key).add(Buffer.from(key).toString('base64')).add(Buffer.from(key).toString('hex'))

	const device = softAuthenticator()
	let counter = 0
	async function challenge(from: Browser, at: Node, path: string): Promise<string> {
		const options = await made<{ challenge: string }>(post(from, at, path))
		keep(options.challenge)
		return options.challenge
	}
	const passkey = device.create(await challenge(browser, node, '/api/user/passkeys/options'), SITE)
	await made(post(browser, node, '/api/user/passkeys', { name: 'Office safe', passkey }))

	let trusted = browser
	return {
		...{ key, recoveryCodes, secrets, browser },
		async enter(at, ...answers) {
			const from = await visit(at, keep)
			const statuses = [(await post(from, at, '/api/login', ADMIN)).status]
			for (const answer of answers) {
				statuses.push((await post(from, at, '/api/login/second-factor', answer)).status)
				if ('trustDevice' in answer) trusted = from
			}
			return statuses
		},
		async enterTrusted(at) {
			await post(trusted, at, '/api/logout')
			await trusted.call(at, 'GET', '/api/csrf-token')
			return (await post(trusted, at, '/api/login', ADMIN)).status
		},
		async beginByPasskey(at) {
			await challenge(await visit(at, keep), at, '/api/login/passkey/options')
		},
		async enterByPasskey(at) {
			const from = await visit(at, keep)
			const answer = device.get(await challenge(from, at, '/api/login/passkey/options'), {
				...SITE,
				counter: ++counter,
			})
			return (await post(from, at, '/api/login/passkey', { passkey: answer })).status
		},
	}
}
