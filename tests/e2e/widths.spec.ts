import { chromium, type Page } from 'playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/chromium.ts'
import { expect, openSession, type Role, test } from './support/fixtures.ts'
import { type FullClub, fillClub, word } from './support/full-club.ts'
import { type LibrarySite, libraryItem, startLibrarySite } from './support/library-site.ts'

// Neither a text of a club and its people nor the size of the letters makes a page wider than its window.

let site: LibrarySite
let club: FullClub

const signInOn = (page: Page) => async (role: Role) => {
	await page.context().clearCookies()
	await openSession(page.context(), site.url, role)
}

test.beforeAll(async ({ browser }) => {
	test.setTimeout(300_000)
	site = await startLibrarySite({ SEED_DEMO: 'true' })
	site.serve([libraryItem(site.url, word(200), '2026-11-20T10:00:00Z', 'the-intake-call')])
	const page = await browser.newPage({ baseURL: site.url })
	club = await fillClub(page, signInOn(page))
	const courseHtml = async () => (await fetch(`${site.url}/courses/${club.course}`)).text()
	await expect.poll(courseHtml).toContain(`<title>${word(60)}`)
	await page.close()
})
test.afterAll(() => site.stop())

const pagesOf = (role: Role | 'visitor'): string[] => {
	const course = `/courses/${club.course}`
	const open = [
		'/',
		'/apply',
		'/auth',
		'/forgot-password',
		'/courses',
		course,
		'/podcast',
		`/search?q=${word(34)}`,
		'/privacy',
		'/no-such-page',
	]
	const own = [
		'/dashboard',
		'/account',
		'/account/data',
		'/account/notifications',
		'/change-password',
		'/coaching',
		'/notifications',
		'/questions',
		'/questions/new',
		`/questions/${club.question}`,
	]
	const admin = [
		'',
		'/applications',
		'/audit',
		'/categories',
		'/coaching',
		'/courses',
		`${course}`,
		`${course}/details`,
		`${course}/journal`,
		`${course}/members`,
		`${course}/modules`,
		...club.modules.map((id) => `${course}/modules/${id}`),
		`${course}/preview`,
		`${course}/settings`,
		'/deleted',
		'/figures',
		`/figures/${club.course}`,
		'/figures/inactive',
		'/hosting',
		'/journal',
		'/mail',
		'/mailings',
		`/mailings/${club.mailing}`,
		'/media',
		'/moderation',
		'/podcast',
		'/settings',
		'/users',
		`/users/${club.member}`,
		'/users/import',
	].map((path) => `/admin${path}`)
	if (role === 'visitor') return open
	const shown = [...open.filter((path) => path !== '/auth'), ...own]
	return role === 'admin' ? [...shown, ...admin] : shown
}

/** Names what reaches out of the window at the right, but for what stands in a part that scrolls by itself. */
const tooWide = (page: Page) =>
	page.evaluate(() => {
		const { scrollWidth, clientWidth } = document.documentElement
		if (scrollWidth <= clientWidth) return []
		const isCut = (element: Element | null): boolean =>
			element !== null &&
			element !== document.body &&
			(getComputedStyle(element).overflowX !== 'visible' || isCut(element.parentElement))
		const wide = [...document.body.querySelectorAll('*')].filter(
			(element) => element.getBoundingClientRect().right > clientWidth + 0.5 && !isCut(element.parentElement),
		)
		const name = (element: Element) =>
			`${element.localName}.${String(element.getAttribute('class')).replaceAll(' ', '.')} ${Math.round(element.getBoundingClientRect().right)}`
		return [`${scrollWidth} of ${clientWidth}`, ...wide.slice(0, 12).map(name)]
	})

async function walk(page: Page, role: Role | 'visitor', widths: readonly number[]): Promise<void> {
	if (role !== 'visitor') await signInOn(page)(role)
	for (const path of pagesOf(role)) {
		await page.goto(path)
		for (const width of widths) {
			await page.setViewportSize({ width, height: 800 })
			expect.soft(await tooWide(page), `${role}, ${path}, ${width} px`).toEqual([])
		}
	}
}

for (const role of ['visitor', 'member', 'admin'] as const)
	test(`no text of a club makes a page wider than its window: ${role}`, async ({ browser }) => {
		const page = await browser.newPage({ baseURL: site.url })
		await walk(page, role, [320, 390, 1440])
		await page.close()
	})

test('letters of twice the size make no page of a phone wider than its window', async () => {
	const browser = await chromium.launch({
		executablePath: findChromium(),
		args: [...CHROMIUM_FLAGS, '--blink-settings=defaultFontSize=32'],
	})
	for (const role of ['visitor', 'member', 'admin'] as const) {
		const page = await browser.newPage({ baseURL: site.url })
		await walk(page, role, [375])
		await page.close()
	}
	await browser.close()
})
