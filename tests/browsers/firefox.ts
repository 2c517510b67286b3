import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core'
import { type Browser, type BrowserKind, missingOf, optionOf, programPath } from './browser.ts'

// The packaged Firefox through WebDriver BiDi, which needs no separate driver.

const PROGRAM = 'firefox-esr'

/** Errors of requests that a page aborts when the browser leaves it. */
const ABORTED_REQUEST = /NS_BINDING_ABORTED|NS_ERROR_ABORT/

function collectProblems(page: Page, problems: string[]): void {
	page.on('console', (message) => {
		if (message.type() === 'error') problems.push(`console error: ${message.text()} (${message.location().url})`)
	})
	page.on('pageerror', (error) => void problems.push(`page error: ${String(error)}`))
	page.on('response', (answer) => {
		if (answer.status() >= 400) problems.push(`answer ${answer.status()}: ${answer.url()}`)
	})
	page.on('requestfailed', (request) => {
		const reason = request.failure()?.errorText ?? ''
		if (!ABORTED_REQUEST.test(reason)) problems.push(`failed request: ${request.url()} ${reason}`)
	})
}

async function elementOf(page: Page, expression: string): Promise<ElementHandle<Element>> {
	const element = (await page.evaluateHandle(expression)).asElement()
	if (!element) throw new Error('The expression returns no element')
	return element as ElementHandle<Element>
}

async function type(page: Page, expression: string, text: string): Promise<void> {
	const element = await elementOf(page, expression)
	await element.focus()
	await element.evaluate((field) => 'select' in field && (field as HTMLInputElement).select())
	await element.type(text)
}

async function choose(page: Page, expression: string, option: string): Promise<void> {
	const value = await page.evaluate(`${optionOf(expression, option)}.value`)
	await (await elementOf(page, expression)).select(String(value))
}

async function launch(folder: string): Promise<Browser> {
	// A null audio device: without any device, Firefox reports media errors.
	writeFileSync(join(folder, '.asoundrc'), 'pcm.!default { type null }\n')
	const browser = await puppeteer.launch({
		browser: 'firefox',
		executablePath: programPath(PROGRAM) ?? PROGRAM,
		headless: true,
		env: { ...process.env, HOME: folder },
		defaultViewport: { width: 1280, height: 900 },
	})
	const page = await browser.newPage()
	const problems: string[] = []
	collectProblems(page, problems)
	return {
		version: await browser.version(),
		problems,
		open: async (url) => void (await page.goto(url)),
		read: (expression) => page.evaluate(expression),
		click: async (expression) => (await elementOf(page, expression)).click(),
		toggle: async (expression) => (await elementOf(page, expression)).press(' '),
		type: (expression, text) => type(page, expression, text),
		choose: (expression, option) => choose(page, expression, option),
		close: () => browser.close(),
	}
}

export const firefox: BrowserKind = {
	name: 'Firefox',
	packages: 'firefox-esr',
	missing: () => missingOf([PROGRAM]),
	launch,
}
