import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright'
import { demoAccounts, demoPassword } from '#db/seed/accounts.ts'
import { CSRF_HEADER } from '#src/lib/csrf.ts'
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/chromium.ts'

// Pictures of screens for people to look at; not part of the tests.
//   node tools/screenshots.ts --base http://localhost:4321 --out /tmp/pictures / /auth member:/dashboard admin:/admin
// Each screen is taken whole at three widths, in light and in dark. `admin:` and `member:` sign in first, with the
// demonstration accounts.

const WIDTHS = [390, 768, 1440]
const SCHEMES = ['light', 'dark'] as const
const HEIGHT = 900

type Cookies = Parameters<Awaited<ReturnType<Browser['newContext']>>['addCookies']>[0]

/** `member:/courses/7` is `{ principal: 'member', path: '/courses/7' }`; without a name it is a visitor. */
function parseScreen(screen: string): { principal: string; path: string } {
	const at = screen.indexOf('/')
	return { principal: screen.slice(0, at).replace(/:$/, '') || 'visitor', path: screen.slice(at) }
}

async function signIn(browser: Browser, base: string, principal: string): Promise<Cookies> {
	if (principal === 'visitor') return []
	if (principal !== 'admin' && principal !== 'member') throw new Error(`Nobody signs in as ${principal}`)
	const context = await browser.newContext({ baseURL: base })
	const { csrfToken } = await (await context.request.get('/api/csrf-token')).json()
	const answer = await context.request.post('/api/login', {
		data: { email: demoAccounts[principal].email, password: demoPassword },
		headers: { Origin: new URL(base).origin, [CSRF_HEADER]: csrfToken },
	})
	if (!answer.ok()) throw new Error(`Sign-in as ${principal}: ${answer.status()} ${await answer.text()}`)
	const cookies = await context.cookies()
	await context.close()
	return cookies
}

const { values, positionals } = parseArgs({
	options: { base: { type: 'string', default: 'http://localhost:4321' }, out: { type: 'string' } },
	allowPositionals: true,
})
if (!values.out || positionals.length === 0) {
	console.error('Usage: node tools/screenshots.ts --base URL --out FOLDER [admin:|member:]/path ...')
	process.exit(1)
}
const { base, out } = values
mkdirSync(out, { recursive: true })
const browser = await chromium.launch({ executablePath: findChromium(console.log), args: CHROMIUM_FLAGS })
const signedIn = new Map<string, Cookies>()
for (const { principal, path } of positionals.map(parseScreen)) {
	const cookies = signedIn.get(principal) ?? (await signIn(browser, base, principal))
	signedIn.set(principal, cookies)
	for (const width of WIDTHS)
		for (const colorScheme of SCHEMES) {
			const viewport = { width, height: HEIGHT }
			const context = await browser.newContext({ baseURL: base, viewport, colorScheme, reducedMotion: 'reduce' })
			await context.addCookies(cookies)
			const page = await context.newPage()
			await page.goto(path, { waitUntil: 'load' })
			// Down and up again, so that what waits for its turn to be seen is there.
			await page.mouse.wheel(0, 100_000)
			await page.evaluate(() => document.fonts.ready)
			await page.waitForFunction(() => !document.querySelector('astro-island[ssr][client="visible"]'))
			await page.evaluate(() => scrollTo(0, 0))
			const name = path.slice(1).replaceAll('/', '-') || 'home'
			await page.screenshot({ path: join(out, `${name}-${principal}-${width}-${colorScheme}.png`), fullPage: true })
			await context.close()
		}
	console.log(`${principal} ${path}`)
}
await browser.close()
