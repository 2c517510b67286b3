// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $user } from '#src/lib/api/auth-state.ts'
import { startPalette } from './palette-keys.ts'
import type { OpenPalette } from './palette-names.ts'

// Covers race conditions. For the palette in a browser see tests/e2e/club/search-palette.spec.ts.

const OPEN_PALETTE: OpenPalette = 'open-palette'
const went: string[] = []
const { prototype } = HTMLDialogElement
prototype.showModal = function showModal() {
	this.open = true
}
prototype.close = function close() {
	this.open = false
}
Element.prototype.scrollIntoView = () => undefined
await import('./palette.ts')

const dialog = document.querySelector('dialog') as HTMLDialogElement
const input = dialog.querySelector('input') as HTMLInputElement
const said = () => dialog.querySelector('[role="status"]')?.textContent
const options = () => [...dialog.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent)

const open = (typed: string) => document.dispatchEvent(new CustomEvent(OPEN_PALETTE, { detail: typed }))
function type(text: string): void {
	input.value = text
	input.dispatchEvent(new Event('input'))
}
const press = (key: string, target: EventTarget = input) =>
	target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))

/** Pending server responses by search text; the test resolves them. */
const answers = new Map<string, (found: object) => void>()
const hit = (title: string) => ({ title, titleMarks: [[0, 1]], text: '', textMarks: [], url: `/${title}`, context: '' })
const foundTitles = (...titles: string[]) => ({ corrected: null, groups: [{ kind: 'courses', hits: titles.map(hit) }] })

beforeEach(() => {
	vi.useFakeTimers()
	went.length = 0
	answers.clear()
	document.documentElement.dataset.auth = 'member'
	// Reset the user of an earlier test.
	$user.set(undefined)
	vi.stubGlobal('location', { assign: (address: string) => went.push(address) })
	vi.stubGlobal('fetch', (address: string) => {
		const { pathname, searchParams } = new URL(address, 'http://club.example')
		if (pathname.endsWith('/suggest')) return Promise.resolve(Response.json([]))
		return new Promise<Response>((resolve) => {
			answers.set(searchParams.get('q') ?? '', (found) => resolve(Response.json(found)))
		})
	})
})
afterEach(() => {
	dialog.close()
	vi.useRealTimers()
})

test('Enter opens the selected hit if it matches the current text, otherwise the results page', async () => {
	open('')
	expect(options()[0]).toBe('Ask a question')
	type('intake')
	press('Enter')
	expect(went).toEqual(['/search?q=intake'])
	await vi.advanceTimersByTimeAsync(200)
	answers.get('intake')?.(foundTitles('intake-course'))
	await vi.advanceTimersByTimeAsync(0)
	expect(said()).toBe('1 result')
	press('Enter')
	expect(went).toEqual(['/search?q=intake', '/intake-course'])
})

test('shows a message while a response is slow, and drops a stale response', async () => {
	open('intake')
	await vi.advanceTimersByTimeAsync(200)
	expect(said()).toBe('')
	await vi.advanceTimersByTimeAsync(500)
	expect(said()).toBe('Searching…')
	type('retainer')
	await vi.advanceTimersByTimeAsync(200)
	answers.get('retainer')?.(foundTitles('retainer-course', 'retainer-module'))
	await vi.advanceTimersByTimeAsync(0)
	expect(said()).toBe('2 results')
	answers.get('intake')?.(foundTitles('intake-course'))
	await vi.advanceTimersByTimeAsync(0)
	expect([said(), options()[0]]).toEqual(['2 results', 'retainer-course'])
})

test('searches immediately for text typed and sent while the palette loads', async () => {
	const link = document.createElement('a')
	link.href = '/search'
	link.dataset.search = ''
	const kept = document.createElement('template')
	kept.id = 'palette-code'
	kept.innerHTML = '<script src="/palette.js"></script>'
	document.body.append(link, kept)
	startPalette()
	press('/', document.body)
	for (const key of ['Enter', 'i', 'n', 'Shift', 't', 'Enter']) press(key, document.body)
	document.head.querySelector<HTMLScriptElement>('script[src="/palette.js"]')?.onload?.(new Event('load'))
	await vi.advanceTimersByTimeAsync(0)
	expect(input.value).toBe('int')
	expect(went).toEqual(['/search?q=int'])
})
