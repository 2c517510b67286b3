import type { Locator, Page, Route } from 'playwright/test'
import { UNREACHABLE } from '#src/lib/api/api-client.ts'
import type { Contract } from '#src/lib/api/contract.ts'
import { failureText } from '#src/lib/api/errors.ts'
import { awake, expect } from './fixtures.ts'

// A form whose call fails: what is said of it, what stays, and what another press does.

/** A form that is open, with what somebody types into it. */
export interface FilledForm {
	/** The form or the dialog. */
	place: Locator
	/** Where its fields are, if others of the place are called the same. */
	fields?: Locator
	/** What is typed, ticked or chosen, by the labels of the fields. */
	typed: Record<string, string>
	button: string | RegExp
	call: Contract
	/** The title of the toast of a failure, where there is one. */
	failed?: string
	/** The failure is said in the toast alone. */
	isSaidInToast?: boolean
	/** What the screen says of success. */
	done: string | RegExp
	/** Where what was made is looked for; the same page unless said. */
	path?: string
	/** What is there once, after a reload too. */
	once?: Locator
	/** Opens the form anew after a reload: it has what was typed. Without it, nothing is looked for in its fields. */
	again?: () => Promise<Locator>
	/** It makes something new under a name: also after an answer that was lost another press leads to one of it. */
	isIdempotent?: boolean
	/** Takes it back, whether it was made or not. */
	undo?: () => Promise<unknown>
}

const failures = {
	'the network is gone': { said: UNREACHABLE, answer: (route: Route) => route.abort() },
	'the server breaks': {
		said: `500: ${failureText('a-number')}`,
		// As the server itself says it: a sentence, and no JSON.
		answer: (route: Route) =>
			route.fulfill({ status: 500, contentType: 'text/plain; charset=utf-8', body: failureText('a-number') }),
	},
}

/** The server does it, and the browser hears nothing of that. */
const answerLost = {
	'the answer is lost': {
		said: UNREACHABLE,
		async answer(route: Route) {
			expect((await route.fetch()).status()).toBe(201)
			await route.abort()
		},
	},
}

/** The console's lines about these. */
export const CONSOLE_LINES = /net::ERR_FAILED|status of 500/

const field = (fields: Locator, label: string) => fields.getByLabel(label, { exact: true })

/** What a field holds, as somebody reads it. */
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

/** The calls of a contract: how to recognize them, and how many of them the server itself answered well. */
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

/** Fills a form, lets its call fail in each way, sees that nothing is lost, and sends it after all: once. */
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
		// It has its own words again, and can be pressed.
		await expect(press).toBeEnabled()
		await expectTyped(fields, typed, when)
		expect(calls.made, `calls while ${when}`).toBe(before + 1)
		expect(calls.done, `calls that were answered well while ${when}`).toBe(0)
		await page.unroute(calls.isAt, handle)
	}
	await press.click()
	await expect(page.getByText(form.done, { exact: true }).first()).toBeVisible()
	// What this browser keeps of it is no proof that the server has it.
	await page.evaluate(() => localStorage.clear())
	if (form.path === undefined) await page.reload()
	else await page.goto(form.path)
	await awake(page)
	if (form.once) await expect(form.once).toHaveCount(1)
	if (form.again) await expectTyped(await form.again(), typed, 'after a reload')
	expect(calls.done, 'calls that were answered well').toBe(1)
}
