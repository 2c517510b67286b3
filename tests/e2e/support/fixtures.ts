import { type BrowserContext, test as base, type Cookie, expect, type Page } from 'playwright/test'
import { demoAccounts, demoPassword } from '#src/app/seed/accounts.ts'
import { CSRF_HEADER } from '#src/lib/api/csrf.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { startServer } from './server.ts'

export { expectAccessible, showTheme } from './accessible.ts'
export { expect }

export type Role = keyof typeof demoAccounts

interface Fixtures {
	/** Says that a console error, page error or outside request that matches is part of this test. */
	allowProblem(pattern: RegExp): void
	/**
	 * Signs the browser of this test in, without the screen: for tests of what comes after. Its pages are left first, but
	 * for a test of a page that stays open below another sign-in.
	 */
	signInAs(role: Role, options?: { pagesStay: boolean }): Promise<void>
}

interface WorkerFixtures {
	/**
	 * The server of this worker, with a database of its own: two tests that run side by side are two clubs, and neither
	 * meets what the other one changes. Nobody listens at its mail server until a test of mails does.
	 */
	site: { url: string; smtpPort: number }
}

// Kept for the worker process: thirty sign-ins from one address in 15 minutes are refused, rightly.
const sessions = new Map<Role, Cookie[]>()

const isLocal = (url: string) => /^(data|blob|about|chrome-error):/.test(url) || new URL(url).hostname === 'localhost'

/** Collects what a reader would never see but a colleague should: errors of scripts, of the policy, of loading. */
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

/** A page may still be asking for something: as nobody or as somebody else it would be refused, which fails its test. */
async function leavePages(context: BrowserContext): Promise<void> {
	for (const page of context.pages()) if (page.url() !== 'about:blank') await page.goto('about:blank')
}

/** Signs a browser out, without the screen: for tests of what a visitor sees then. */
export async function signOut(context: BrowserContext): Promise<void> {
	await leavePages(context)
	await context.clearCookies()
}

/** Playwright's `test` for this product: every test fails on an error that nobody allowed. */
export const test = base.extend<Fixtures, WorkerFixtures>({
	site: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright wants the braces
		async ({}, use, { parallelIndex, project }) => {
			// The first has the one that Playwright started.
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
			// A test before may have signed this session out.
			if (!(await request.get('/api/user')).ok()) await openSession({ request }, baseURL ?? '', role)
			const { cookies } = await request.storageState()
			await request.dispose()
			sessions.set(role, cookies)
			// At no moment is nobody signed in: a page that stays may be asking for something just then.
			await context.addCookies(cookies)
			for (const { name } of await context.cookies())
				if (!cookies.some((cookie) => cookie.name === name)) await context.clearCookies({ name })
		})
	},
})

/** Touches what sleeps until then: forms for everybody, and what of a course a member has not reached yet. */
const touch = (page: Page) =>
	page.evaluate(() => {
		const sleeping = ['main astro-island[client="touched"]', 'main astro-island[client="listening"]']
		if (/(^|; )signed-in=/.test(document.cookie)) sleeping.push('main astro-island[client="member"]')
		for (const island of document.querySelectorAll(sleeping.join(','))) island.dispatchEvent(new Event('pointerover'))
	})

/** Waits until every button of a screen that is an island is awake. Those that are for somebody else do not count. */
export async function awake(page: Page): Promise<void> {
	await touch(page)
	await page.waitForFunction(() =>
		[...document.querySelectorAll('main astro-island[ssr] button')].every((button) => !button.checkVisibility()),
	)
}
