import { type Browser, chromium } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/site/chromium.ts'
import type { Row } from './tools.ts'

/** Returns the boxes of the questions on the first page of the list, in a window of this size. */
async function boxesAt(browser: Browser, url: string, cookie: string, size: { width: number; height: number }) {
	const context = await browser.newContext({ viewport: size })
	await context.addCookies(
		cookie
			.split('; ')
			.map((pair) => ({ url, name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1) })),
	)
	const page = await context.newPage()
	await page.goto(`${url}/questions`)
	const boxes = await page
		.locator('.question-row')
		.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })))
	await context.close()
	return boxes
}

const row = (what: string, ours: number, aim: string, reached: boolean, unit = 'px'): Row => ({
	...{ what, ours: Math.round(ours), unit, aim, reached },
})

/** Measures the list of questions on a phone and on a desktop. */
export async function questionScreen({ url, cookie }: { url: string; cookie: string }): Promise<Row[]> {
	const browser = await chromium.launch({ executablePath: findChromium(), args: [...CHROMIUM_FLAGS] })
	try {
		const phone = await boxesAt(browser, url, cookie, { width: 390, height: 844 })
		const desk = await boxesAt(browser, url, cookie, { width: 1440, height: 900 })
		const top = phone[0]?.top ?? Number.NaN
		const whole = phone.filter(({ bottom }) => bottom <= 844).length
		const tallest = Math.max(...desk.map(({ top: from, bottom }) => bottom - from))
		return [
			row('first question on a phone, from the top', top, 'at most 320 px', top <= 320),
			row('questions on the first screen of a phone', whole, 'at least 5', whole >= 5, 'questions'),
			row('tallest question at a desk', tallest, 'at most 84 px', tallest <= 84),
		]
	} finally {
		await browser.close()
	}
}
