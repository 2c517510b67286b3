// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $user } from '#src/lib/api/auth-state.ts'
import { startPalette } from './palette-keys.ts'
import type { OpenPalette } from './palette-names.ts'

// The palette in a browser is tested in tests/e2e/club/search.spec.ts; here is what depends on which comes first.

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

/** Answers of the server, by what was searched for; they come when the test says so. */
const answers = new Map<string, (found: object) => void>()
const hit = (title: string) => ({ title, titleMarks: [[0, 1]], text: '', textMarks: [], url: `/${title}`, context: '' })
const foundTitles = (...titles: string[]) => ({ corrected: null, groups: [{ kind: 'courses', hits: titles.map(hit) }] })

beforeEach(() => {
	vi.useFakeTimers()
	went.length = 0
	answers.clear()
	document.documentElement.dataset.auth = 'member'
	// Whoever an earlier test signed in is not who answers here.
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

test('Enter follows what is chosen once it is an answer to what is typed, and shows all results before', async () => {
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

test('an answer that takes long says so; one that comes late is shown no more', async () => {
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

test('what is typed and sent while the palette is on its way is looked for at once', async () => {
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
