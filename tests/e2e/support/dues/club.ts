import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import type { Browser, BrowserContext, Page, ViewportSize } from 'playwright/test'
import type { OfferedPlan } from '#src/features/dues/contract.ts'
import { addDays } from '#src/lib/dates/calendar-day.ts'
import { expectAccessible, openSession, type Role } from '../fixtures.ts'
import { checkScreen } from '../screens/check-screen.ts'
import { desktop } from '../screens/open-screen.ts'
import { send } from '../send.ts'
import { startServer } from '../server.ts'

interface OpenOptions {
	as?: Role
	viewport?: ViewportSize
	state?: Awaited<ReturnType<BrowserContext['storageState']>>
}

/** Starts a separate club in which dues can be turned on. */
export async function startDuesClub() {
	const folder = mkdtempSync(join(tmpdir(), 'second-chair-dues-'))
	const file = `file:${join(folder, 'club.db')}`
	const server = await startServer({ SEED_DEMO: 'true', DATABASE_URL: file })
	const contexts: BrowserContext[] = []
	const problems: string[] = []
	return {
		url: server.url,
		/** Script and loading errors in the club's browsers. */
		problems,
		/** Opens a new browser. Signs in as a demonstration account, or copies another browser's state, if given. */
		async open(browser: Browser, options: OpenOptions = {}): Promise<Page> {
			const { as, viewport = desktop, state } = options
			const context = await browser.newContext({
				...{ baseURL: server.url, viewport, reducedMotion: 'reduce' },
				...(state && { storageState: state }),
			})
			contexts.push(context)
			context.on('weberror', (thrown) => void problems.push(String(thrown.error())))
			context.on('console', (message) => {
				// A conflict (409) is an expected response.
				const isProblem = message.type() === 'error' && !message.text().includes('409')
				if (isProblem) problems.push(`${message.text()} (${message.location().url})`)
			})
			context.setDefaultTimeout(40_000)
			if (as) await openSession(context, server.url, as)
			return context.newPage()
		},
		/** Runs SQL on the database, such as date changes that simulate passing days. */
		async execute(sql: string, args: (string | null)[] = []): Promise<void> {
			const database = createClient({ url: file })
			// Wait for the lock, because the server writes to the same file.
			await database.execute('pragma busy_timeout = 10000')
			await database.execute({ sql, args })
			database.close()
		},
		async stop(): Promise<void> {
			await Promise.all(contexts.map((context) => context.close()))
			await server.stop()
			rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
		},
	}
}

export const phone = { width: 390, height: 844 }

/** Checks a screen on a phone and on a desktop, in light and dark, with pictures if requested (`checkScreen`). */
export async function expectShown(page: Page, name: string): Promise<void> {
	const before = page.viewportSize() ?? desktop
	await page.setViewportSize(phone)
	await checkScreen(page, { name })
	await expectAccessible(page)
	await page.setViewportSize(before)
}

export type DuesClub = Awaited<ReturnType<typeof startDuesClub>>

/** Today in the club's zone, which is UTC unless the owner sets another. */
const today = () => new Date().toISOString().slice(0, 10)
export const daysAgo = (days: number) => addDays(today(), -days)

/** Turns dues on without the screen. */
export const turnOn = (page: Page, settings: object = {}) =>
	send(page, 'PUT', '/api/admin/settings', { collectsDues: 'on', ...settings })

export const addPlan = (page: Page, plan: object) =>
	send<OfferedPlan>(page, 'POST', '/api/admin/plans', {
		...{ description: '', currency: 'USD', months: 1, trialDays: 0, isFounding: false, isPublic: true },
		...{ providerPrice: '', ...plan },
	})
