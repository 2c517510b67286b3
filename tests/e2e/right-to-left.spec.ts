import type { Page } from 'playwright/test'
import { expect, test } from './support/fixtures.ts'
import { type FullClubSite, HEBREW, hebrew, startFullClub } from './support/full-club.ts'

// A club that also writes in Hebrew: each paragraph has the direction of its language on every page.

let site: FullClubSite

test.beforeAll(async ({ browser }) => {
	test.setTimeout(300_000)
	site = await startFullClub(browser, hebrew)
})
test.afterAll(() => site.stop())

/** Lists Hebrew paragraphs that run from left to right. */
const leftToRightHebrew = (page: Page) =>
	page.evaluate((opening) => {
		const isInline = (element: Element) => /^inline$|^contents$/.test(getComputedStyle(element).display)
		const blockOf = (element: Element): Element =>
			isInline(element) && element.parentElement ? blockOf(element.parentElement) : element
		const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
		const found = new Set<string>()
		for (let text = texts.nextNode(); text; text = texts.nextNode()) {
			const parent = text.parentElement
			if (!parent?.checkVisibility() || parent.closest('.sr-only') || !text.nodeValue?.trimStart().startsWith(opening))
				continue
			const block = blockOf(parent)
			const { direction, unicodeBidi } = getComputedStyle(block)
			if (direction !== 'rtl' && unicodeBidi !== 'plaintext') found.add(`${block.localName}.${block.className}`)
		}
		for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea'))
			if (field.value.startsWith(opening) && getComputedStyle(field).unicodeBidi !== 'plaintext') found.add(field.name)
		return [...found]
	}, HEBREW)

for (const role of ['visitor', 'member', 'admin'] as const)
	test(`Hebrew text runs from right to left: ${role}`, async ({ browser }) => {
		const page = await browser.newPage({ baseURL: site.url })
		if (role !== 'visitor') await site.signIn(page, role)
		for (const path of site.pagesOf(role)) {
			await page.goto(path)
			expect.soft(await leftToRightHebrew(page), `${role}, ${path}`).toEqual([])
		}
		await page.close()
	})
