import { chromium, type Page } from 'playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/site/chromium.ts'
import { expect, type Role, test } from './support/fixtures.ts'
import { addresses, type FullClubSite, longest, startFullClub } from './support/full-club.ts'

// Neither long text nor large fonts make a page wider than its window.

/** Lists elements beyond the right edge of the window, except inside scrollable containers. */
const tooWide = (page: Page) =>
	page.evaluate(() => {
		const { scrollWidth, clientWidth } = document.documentElement
		if (scrollWidth <= clientWidth) return []
		const isClipped = (element: Element | null): boolean =>
			element !== null &&
			element !== document.body &&
			(getComputedStyle(element).overflowX !== 'visible' || isClipped(element.parentElement))
		const wide = [...document.body.querySelectorAll('*')].filter(
			(element) => element.getBoundingClientRect().right > clientWidth + 0.5 && !isClipped(element.parentElement),
		)
		const name = (element: Element) =>
			`${element.localName}.${String(element.getAttribute('class')).replaceAll(' ', '.')} ${Math.round(element.getBoundingClientRect().right)}`
		return [`${scrollWidth} of ${clientWidth}`, ...wide.slice(0, 12).map(name)]
	})

async function visit(site: FullClubSite, page: Page, role: Role | 'visitor', widths: readonly number[]): Promise<void> {
	if (role !== 'visitor') await site.signIn(page, role)
	for (const path of site.pagesOf(role)) {
		await page.goto(path)
		for (const width of widths) {
			await page.setViewportSize({ width, height: 800 })
			expect.soft(await tooWide(page), `${role}, ${path}, ${width} px`).toEqual([])
		}
	}
}

for (const [texts, writing] of Object.entries({ words: longest, addresses }))
	test.describe(`long ${texts}`, () => {
		let site: FullClubSite

		test.beforeAll(async ({ browser }) => {
			test.setTimeout(300_000)
			site = await startFullClub(browser, writing)
		})
		test.afterAll(() => site.stop())

		for (const role of ['visitor', 'member', 'admin'] as const)
			test(`make no page wider than its window: ${role}`, async ({ browser }) => {
				const page = await browser.newPage({ baseURL: site.url })
				await visit(site, page, role, [320, 390, 1440])
				await page.close()
			})

		test("with doubled font sizes make no page wider than a phone's window", async () => {
			const browser = await chromium.launch({
				executablePath: findChromium(),
				args: [...CHROMIUM_FLAGS, '--blink-settings=defaultFontSize=32'],
			})
			for (const role of ['visitor', 'member', 'admin'] as const) {
				const page = await browser.newPage({ baseURL: site.url })
				await visit(site, page, role, [375])
				await page.close()
			}
			await browser.close()
		})
	})
