import type { Locator, Page, Route } from 'playwright/test'
import { UNREACHABLE } from '#src/lib/api/api-client.ts'
import type { Contract } from '#src/lib/api/contract.ts'
import { failureText } from '#src/lib/api/errors.ts'
import { awake, expect } from './fixtures.ts'

// Checks form failures: the message, the preserved input and the retry.

/** An open form and its input. */
export interface FilledForm {
	/** The form or dialog. */
	place: Locator
	/** Container of its fields, if other fields have the same labels. */
	fields?: Locator
	/** Input by field label. */
	typed: Record<string, string>
	button: string | RegExp
	call: Contract
	/** Title of the error toast, if any. */
	failed?: string
	/** Whether only the toast shows the failure. */
	isSaidInToast?: boolean
	/** Success message. */
	done: string | RegExp
	/** Path that shows the result. Default: the same page. */
	path?: string
	/** Result that must exist exactly once after a reload. */
	once?: Locator
	/** Reopens the form after a reload, to check that its input was saved. Default: not checked. */
	again?: () => Promise<Locator>
	/** Whether the form creates a record: a retry after a lost response must not create a second record. */
	isIdempotent?: boolean
	/** Undoes the form's changes, whether or not they were saved. */
	undo?: () => Promise<unknown>
}

const failures = {
	'the network is gone': { said: UNREACHABLE, answer: (route: Route) => route.abort() },
	'the server breaks': {
		said: failureText('a-number'),
		// A plain sentence, like the server's response.
		answer: (route: Route) =>
			route.fulfill({ status: 500, contentType: 'text/plain; charset=utf-8', body: failureText('a-number') }),
	},
}

/** The request takes effect, but its response is lost. */
const answerLost = {
	'the answer is lost': {
		said: UNREACHABLE,
		async answer(route: Route) {
			expect((await route.fetch()).status()).toBe(201)
			await route.abort()
		},
	},
}

/** Console errors of these failures. */
export const CONSOLE_LINES = /net::ERR_FAILED|status of 500/

const field = (fields: Locator, label: string) => fields.getByLabel(label, { exact: true })

/** Returns a field's value as text. */
const textOf = (element: HTMLElement | SVGElement): string => {
	if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.label ?? ''
	if (element instanceof HTMLInputElement && /checkbox|radio/.test(element.type))
		return element.checked ? 'ticked' : 'not ticked'
	return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
		? element.value
		: (element.textContent ?? '')
}

async function fill(fields: Locator, typed: Record<string, string>): Promise<void> {
	for (const [label, text] of Object.entries(typed)) {
		const one = field(fields, label)
		const isList = (await one.evaluate(({ tagName }) => tagName)) === 'SELECT'
		if (text === 'ticked') await one.check()
		else if (isList) await one.selectOption({ label: text })
		else await one.fill(text)
	}
}

async function expectTyped(fields: Locator, typed: Record<string, string>, when: string): Promise<void> {
	for (const [label, text] of Object.entries(typed))
		await expect.poll(() => field(fields, label).evaluate(textOf), `${label}, ${when}`).toBe(text)
}

/** Counts a contract's requests, and the server's successful responses to them. */
function callsOf(page: Page, { method, path }: Contract) {
	const pattern = new RegExp(`^${path.replaceAll(/:[A-Za-z]+/g, '[^/]+')}$`)
	const isAt = (url: URL) => pattern.test(url.pathname)
	const calls = { isAt, made: 0, done: 0 }
	page.on('request', (request) => {
		if (request.method() === method && isAt(new URL(request.url()))) calls.made++
	})
	page.on('response', (response) => {
		if (response.request().method() === method && isAt(new URL(response.url())) && response.ok()) calls.done++
	})
	return calls
}

/** Submits a form with each failure, checks that no input is lost, then sends it once. */
export async function expectNothingLost(page: Page, form: FilledForm): Promise<void> {
	const { place, fields = place, typed, call, isIdempotent = false } = form
	const press = place.getByRole('button', { name: form.button, exact: typeof form.button === 'string' })
	const calls = callsOf(page, call)
	await fill(fields, typed)
	await expectTyped(fields, typed, 'as it was typed')
	for (const [when, { said, answer }] of Object.entries({ ...failures, ...(isIdempotent ? answerLost : {}) })) {
		const before = calls.made
		const handle = (route: Route) => (route.request().method() === call.method ? answer(route) : route.fallback())
		await page.route(calls.isAt, handle)
		await press.click()
		const toasts = page.locator('.toasts')
		if (form.failed !== undefined) await expect(toasts.getByText(form.failed, { exact: true })).toBeVisible()
		if (form.isSaidInToast) await expect(toasts.getByText(said, { exact: true })).toBeVisible()
		else await expect(place.getByRole('alert').filter({ hasText: said })).toBeVisible()
		// The button has its label again and is enabled.
		await expect(press).toBeEnabled()
		await expectTyped(fields, typed, when)
		expect(calls.made, `calls while ${when}`).toBe(before + 1)
		expect(calls.done, `calls that were answered well while ${when}`).toBe(0)
		await page.unroute(calls.isAt, handle)
	}
	await press.click()
	await expect(page.getByText(form.done, { exact: true }).first()).toBeVisible()
	// Clear local drafts, which would hide that the server has saved nothing.
	await page.evaluate(() => localStorage.clear())
	if (form.path === undefined) await page.reload()
	else await page.goto(form.path)
	await awake(page)
	if (form.once) await expect(form.once).toHaveCount(1)
	if (form.again) await expectTyped(await form.again(), typed, 'after a reload')
	expect(calls.done, 'successful calls').toBe(1)
}
