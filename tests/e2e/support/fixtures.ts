import { type BrowserContext, test as base, type Cookie, expect, type Page } from 'playwright/test'
import { demoAccounts, demoPassword } from '#src/app/seed/accounts.ts'
import { CSRF_HEADER } from '#src/lib/api/csrf.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { startServer } from './server.ts'

export { expectAccessible, showTheme } from './accessible.ts'
export { expect }

export type Role = keyof typeof demoAccounts

interface Fixtures {
	/** Allows matching console errors, page errors and external requests in this test. */
	allowProblem(pattern: RegExp): void
	/**
	 * Signs in the test's browser without the sign-in screen. Leaves its pages first, unless a test of a page
	 * that stays open during another sign-in sets `pagesStay`.
	 */
	signInAs(role: Role, options?: { pagesStay: boolean }): Promise<void>
}

/** A worker's server. No mail server listens on `smtpPort` unless a test starts one. */
export interface Site {
	readonly url: string
	readonly smtpPort: number
}

interface WorkerFixtures {
	/** The worker's server, with a separate database, so that parallel tests do not see each other's changes. */
	site: Site
}

// Shared by the worker's tests: more than thirty sign-ins from one IP address in 15 minutes are refused.
const sessions = new Map<Role, Cookie[]>()

const isLocal = (url: string) => /^(data|blob|about|chrome-error):/.test(url) || new URL(url).hostname === 'localhost'

/** Collects errors of scripts and loading, policy violations and external requests. */
async function collectProblems(context: BrowserContext): Promise<string[]> {
	const problems: string[] = []
	context.on('console', (message) => {
		if (message.type() === 'error') problems.push(`console error: ${message.text()} (${message.location().url})`)
	})
	context.on('weberror', (thrown) => void problems.push(`page error: ${String(thrown.error())}`))
	context.on('request', (request) => {
		if (!isLocal(request.url())) problems.push(`request to the outside: ${request.url()}`)
	})
	await context.exposeFunction('reportPolicyViolation', (line: string) => void problems.push(line))
	await context.addInitScript(() => {
		document.addEventListener('securitypolicyviolation', (event) => {
			const report = (globalThis as unknown as { reportPolicyViolation(line: string): void }).reportPolicyViolation
			report(`policy violation: ${event.effectiveDirective} ${event.blockedURI} (${event.sourceFile ?? ''})`)
		})
	})
	return problems
}

export async function openSession(
	{ request }: Pick<BrowserContext, 'request'>,
	origin: string,
	role: Role,
): Promise<void> {
	const { csrfToken } = await (await request.get('/api/csrf-token')).json()
	const answer = await request.post('/api/login', {
		data: { email: demoAccounts[role].email, password: demoPassword },
		headers: { Origin: origin, [CSRF_HEADER]: csrfToken },
	})
	expect(answer.ok(), `sign-in as ${role}: ${answer.status()} ${await answer.text()}`).toBe(true)
}

/** Leaves all pages: after a change of the session, a pending request would be rejected and fail the test. */
async function leavePages(context: BrowserContext): Promise<void> {
	for (const page of context.pages()) if (page.url() !== 'about:blank') await page.goto('about:blank')
}

/** Signs out a browser without the screen, for tests as a visitor. */
export async function signOut(context: BrowserContext): Promise<void> {
	await leavePages(context)
	await context.clearCookies()
}

/** Playwright's `test` for this product: every test fails on an error that it does not allow. */
export const test = base.extend<Fixtures, WorkerFixtures>({
	site: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright requires the braces
		async ({}, use, { parallelIndex, project }) => {
			// The first worker uses the server that Playwright started.
			if (parallelIndex === 0) {
				await use({ url: project.use.baseURL ?? '', smtpPort: Number(process.env.E2E_SMTP_PORT) })
				return
			}
			const smtpPort = await freePort()
			const server = await startServer({
				SEED_DEMO: 'true',
				SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
				LOG_LEVEL: 'warn',
			})
			await use({ url: server.url, smtpPort })
			await server.stop()
		},
		{ scope: 'worker', timeout: 300_000 },
	],
	baseURL: ({ site }, use) => use(site.url),
	allowProblem: [
		async ({ context }, use) => {
			const allowed: RegExp[] = []
			const problems = await collectProblems(context)
			await use((pattern) => void allowed.push(pattern))
			const surprises = problems.filter((problem) => !allowed.some((pattern) => pattern.test(problem)))
			expect(surprises, 'the browser reported problems that the test does not allow').toEqual([])
		},
		{ auto: true },
	],
	signInAs: async ({ context, baseURL, playwright }, use) => {
		await use(async (role, { pagesStay } = { pagesStay: false }) => {
			if (!pagesStay) await leavePages(context)
			const state = { cookies: sessions.get(role) ?? [], origins: [] }
			const request = await playwright.request.newContext({ ...(baseURL && { baseURL }), storageState: state })
			// An earlier test may have signed out this session.
			if (!(await request.get('/api/user')).ok()) await openSession({ request }, baseURL ?? '', role)
			const { cookies } = await request.storageState()
			await request.dispose()
			sessions.set(role, cookies)
			// Replaces the cookies without a signed-out moment: a page that stays may send a request at any time.
			await context.addCookies(cookies)
			for (const { name } of await context.cookies())
				if (!cookies.some((cookie) => cookie.name === name)) await context.clearCookies({ name })
		})
	},
})

/**
 * Touches islands that hydrate on touch (public forms and, for members, the lower parts of a course), and waits until
 * every visible button of the page's islands is hydrated. Repeats the touch until then: right after a click on a link,
 * the first touch may still reach the previous page.
 */
export async function awake(page: Page): Promise<void> {
	await page.waitForFunction(
		() => {
			const selectors = ['main astro-island[client="touched"]', 'main astro-island[client="listening"]']
			if (/(^|; )signed-in=/.test(document.cookie)) selectors.push('main astro-island[client="member"]')
			for (const island of document.querySelectorAll(selectors.map((each) => `${each}[ssr]`).join(',')))
				island.dispatchEvent(new Event('pointerover'))
			const buttons = [...document.querySelectorAll('main astro-island[ssr] button')]
			return buttons.every((button) => !button.checkVisibility())
		},
		undefined,
		{ polling: 200 },
	)
}

/** Opens a page and waits until its islands work. */
export async function open(page: Page, path: string): Promise<void> {
	await page.goto(path)
	await awake(page)
}
