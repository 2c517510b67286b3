// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $user } from '#src/lib/api/auth-state.ts'
import { startPalette } from './palette-keys.ts'
import type { OpenPalette, PaletteOpening } from './palette-names.ts'

// Covers race conditions. For tests of the palette in a browser, see tests/e2e/club/search-palette.spec.ts.

const OPEN_PALETTE: OpenPalette = 'open-palette'
const visited: string[] = []
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
const statusText = () => dialog.querySelector('[role="status"]')?.textContent
/** The header and footer of a page, with the links of each audience. */
const PAGE = `<nav class="site-nav"><ul class="nav-list">
	<li><a href="/">Home</a></li><li class="for-good"><a href="/questions">Questions</a></li>
	<li class="for-moderator"><a href="/admin/moderation"><span data-link-name>Reports</span><span> 2 waiting</span> 2</a></li>
	<li class="for-visitor"><a href="/apply">Apply<span> for Membership</span></a></li>
	<li class="for-admin nav-group"><ul id="admin-menu"><li><a href="/admin/users">Users</a></li></ul></li></ul></nav>
	<div class="for-signed-in account"><div class="account-menu"><a href="/notifications">Notifications</a>
	<ul><li class="for-member"><a href="/account/membership">Membership</a></li></ul>
	<button data-log-out>Log out</button></div></div>
	<ul class="footer-links"><li><a href="/#podcast">Podcast</a></li><li class="for-visitor"><a href="/apply">Apply for Membership</a></li></ul>`
const page = document.createElement('div')
page.innerHTML = PAGE
document.body.append(page)

const namesOf = (name: string) =>
	[...dialog.querySelectorAll(`[role="group"][aria-label="${name}"] [role="option"]`)].map(
		(option) => option.firstElementChild?.textContent,
	)
const options = () => [...dialog.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent)

const load = vi.fn(async () => undefined)
const open = (typed: string) =>
	document.dispatchEvent(new CustomEvent<PaletteOpening>(OPEN_PALETTE, { detail: { typed, load } }))
function type(text: string): void {
	input.value = text
	input.dispatchEvent(new Event('input'))
}
const press = (key: string, target: EventTarget = input) =>
	target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))

/** Pending server responses by search text; the test resolves them. */
const pendingResponses = new Map<string, (found: object) => void>()
const hit = (title: string) => ({ title, titleMarks: [[0, 1]], text: '', textMarks: [], url: `/${title}`, context: '' })
const resultsWith = (...titles: string[]) => ({ corrected: null, groups: [{ kind: 'courses', hits: titles.map(hit) }] })

let suggested: object[] = []
/** The actions that the server returns; a promise to delay them. */
let acts: object[] | Promise<object[]> = []

beforeEach(() => {
	vi.useFakeTimers()
	acts = []
	suggested = []
	visited.length = 0
	pendingResponses.clear()
	document.documentElement.dataset.auth = 'member'
	// Reset the user of an earlier test.
	$user.set(undefined)
	vi.stubGlobal('location', { assign: (address: string) => visited.push(address) })
	vi.stubGlobal('fetch', (address: string) => {
		const { pathname, searchParams } = new URL(address, 'http://club.example')
		if (pathname.endsWith('/suggest')) return Promise.resolve(Response.json(suggested))
		if (pathname.endsWith('/acts')) return Promise.resolve(acts).then((found) => Response.json(found))
		return new Promise<Response>((resolve) => {
			pendingResponses.set(searchParams.get('q') ?? '', (found) => resolve(Response.json(found)))
		})
	})
})
afterEach(() => {
	dialog.close()
	vi.useRealTimers()
})

test('lists Reports, without its count, for a moderator but not for a member', () => {
	open('')
	expect(namesOf('Go to')).toEqual(['Home', 'Questions', 'Notifications', 'Membership', 'Log out', 'Podcast'])
	dialog.close()
	document.documentElement.dataset.moderator = ''
	open('')
	expect(namesOf('Go to')).toEqual([
		'Home',
		'Questions',
		'Reports',
		'Notifications',
		'Membership',
		'Log out',
		'Podcast',
	])
	delete document.documentElement.dataset.moderator
})

test('Enter opens the selected hit if it matches the current text, otherwise the results page', async () => {
	open('')
	expect(options()[0]).toBe('Ask a question')
	type('intake')
	press('Enter')
	expect(visited).toEqual(['/search?q=intake'])
	await vi.advanceTimersByTimeAsync(200)
	pendingResponses.get('intake')?.(resultsWith('intake-course'))
	await vi.advanceTimersByTimeAsync(0)
	expect(statusText()).toBe('1 result')
	press('Enter')
	expect(visited).toEqual(['/search?q=intake', '/intake-course'])
})

test('Enter opens a command that starts with the text, even before the search returns', () => {
	open('')
	type('h')
	expect(options()[0]).toBe('Home')
	type('home')
	press('Enter')
	expect(visited).toEqual(['/'])
})

test('lists a page once, with its best hit, and its chapters', async () => {
	suggested = [{ kind: 'episode', title: 'Fees', url: '/podcast/fees' }]
	open('fee')
	await vi.advanceTimersByTimeAsync(200)
	const at = (title: string, url: string) => ({ ...hit(title), url })
	const hits = [
		at('Fees', '/podcast/fees?t=3'),
		at('Fees', '/podcast/fees'),
		at('Flat fees', '/podcast/fees?t=60'),
		at('Who pays', '/questions/1#comment-2'),
		at('Who pays', '/questions/1#comment-3'),
	]
	pendingResponses.get('fee')?.({ corrected: null, groups: [{ kind: 'podcast', hits }] })
	await vi.advanceTimersByTimeAsync(0)
	expect(namesOf('Titles')).toEqual([])
	expect(namesOf('Podcast')).toEqual(['Fees', 'Flat fees', 'Who pays'])
	press('Enter')
	expect(visited).toEqual(['/podcast/fees?t=3'])
})

test('shows a message while a response is slow, and drops a stale response', async () => {
	open('intake')
	await vi.advanceTimersByTimeAsync(200)
	expect(statusText()).toBe('')
	await vi.advanceTimersByTimeAsync(500)
	expect(statusText()).toBe('Searching…')
	type('retainer')
	await vi.advanceTimersByTimeAsync(200)
	pendingResponses.get('retainer')?.(resultsWith('retainer-course', 'retainer-module'))
	await vi.advanceTimersByTimeAsync(0)
	expect(statusText()).toBe('2 results')
	pendingResponses.get('intake')?.(resultsWith('intake-course'))
	await vi.advanceTimersByTimeAsync(0)
	expect([statusText(), options()[0]]).toEqual(['2 results', 'retainer-course'])
})

test('searches immediately for text typed and submitted while the palette loads', async () => {
	const link = document.createElement('a')
	link.href = '/search'
	link.dataset.search = ''
	const template = document.createElement('template')
	template.id = 'palette-code'
	template.innerHTML = '<script src="/palette.js"></script>'
	document.body.append(link, template)
	startPalette()
	press('/', document.body)
	for (const key of ['Enter', 'i', 'n', 'Shift', 't', 'Enter']) press(key, document.body)
	document.head.querySelector<HTMLScriptElement>('script[src="/palette.js"]')?.onload?.(new Event('load'))
	await vi.advanceTimersByTimeAsync(0)
	expect(input.value).toBe('int')
	expect(visited).toEqual(['/search?q=int'])
})

test('offers each reader the pages of the menus, once each, and actions only to members', () => {
	open('')
	expect(namesOf('Actions')).toEqual(['Ask a question', 'Unread questions', 'Next session'])
	expect(namesOf('Go to')).toEqual(['Home', 'Questions', 'Notifications', 'Membership', 'Log out', 'Podcast'])
	expect(namesOf('Admin')).toEqual([])
	dialog.close()
	document.documentElement.dataset.auth = 'visitor'
	open('')
	expect(namesOf('Actions')).toEqual([])
	expect(namesOf('Go to')).toEqual(['Home', 'Apply for Membership', 'Podcast'])
	dialog.close()
	document.documentElement.dataset.auth = 'admin'
	open('')
	expect(namesOf('Admin')).toEqual(['Users'])
	expect(namesOf('Go to')).not.toContain('Membership')
})

test('offers a lapsed member only pages that they can still open', () => {
	document.documentElement.dataset.lapsed = ''
	open('')
	expect(namesOf('Actions')).toEqual([])
	expect(namesOf('Go to')).toEqual(['Home', 'Notifications', 'Membership', 'Log out', 'Podcast'])
	delete document.documentElement.dataset.lapsed
})

test('adds actions that arrive late below the known ones, and keeps the selection', async () => {
	const { promise, resolve } = Promise.withResolvers<object[]>()
	acts = promise
	open('')
	press('End')
	resolve([{ label: 'Continue Client intake', href: '/courses/5' }])
	await vi.advanceTimersByTimeAsync(0)
	expect(namesOf('Actions')).toEqual(['Ask a question', 'Unread questions', 'Next session', 'Continue Client intake'])
	expect(dialog.querySelector('[aria-selected="true"]')?.textContent).toBe('Podcast')
	type('c')
	expect(namesOf('Actions')).toEqual(['Continue Client intake'])
	press('Enter')
	expect(visited).toEqual(['/courses/5'])
})

test('finds the log-out button of the header by the words "sign out", and presses it', async () => {
	const onLogOut = vi.fn()
	page.querySelector('[data-log-out]')?.addEventListener('click', onLogOut)
	open('')
	type('sign out')
	await vi.advanceTimersByTimeAsync(200)
	pendingResponses.get('sign out')?.(resultsWith())
	await vi.advanceTimersByTimeAsync(0)
	expect(options()[0]).toBe('Log out')
	press('Enter')
	expect(onLogOut).toHaveBeenCalledOnce()
	expect(visited).toEqual([])
})

test('lists a page whose name begins with the text before hits that contain the text', async () => {
	open('')
	type('pod')
	await vi.advanceTimersByTimeAsync(200)
	pendingResponses.get('pod')?.(resultsWith('about-podcasts'))
	await vi.advanceTimersByTimeAsync(0)
	expect(options()).toEqual(['Podcast', 'about-podcasts', 'See all results'])
	type('odcast')
	await vi.advanceTimersByTimeAsync(200)
	pendingResponses.get('odcast')?.(resultsWith('about-podcasts'))
	await vi.advanceTimersByTimeAsync(0)
	expect(options()).toEqual(['about-podcasts', 'Podcast', 'See all results'])
})

test('offers to ask the club when a member finds nothing', async () => {
	const QUERY = 'fees & "costs"?'
	open('')
	type(QUERY)
	await vi.advanceTimersByTimeAsync(200)
	pendingResponses.get(QUERY)?.({ corrected: null, groups: [] })
	await vi.advanceTimersByTimeAsync(0)
	expect(options()).toEqual([`Ask the club: "${QUERY}"`, 'Open the search page'])
	press('Enter')
	expect(new URL(visited[0] ?? '', 'http://club.example').searchParams.get('title')).toBe(QUERY)
	document.documentElement.dataset.auth = 'visitor'
	open(QUERY)
	await vi.advanceTimersByTimeAsync(200)
	pendingResponses.get(QUERY)?.({ corrected: null, groups: [] })
	await vi.advanceTimersByTimeAsync(0)
	expect(options()).toEqual(['Open the search page'])
})

test("plays an episode on this page if it has a player, otherwise opens the episode's page", async () => {
	acts = [{ label: 'Play the latest episode', href: '/podcast/saying-no', plays: 'saying-no' }]
	const onPlay = vi.fn()
	document.addEventListener('play-episode', (event) => onPlay((event as CustomEvent).detail))
	const play = async () => {
		open('')
		await vi.advanceTimersByTimeAsync(0)
		type('p')
		expect(options()[0]).toBe('Play the latest episode')
		press('Enter')
		await vi.advanceTimersByTimeAsync(0)
	}
	await play()
	expect([visited, onPlay.mock.calls]).toEqual([['/podcast/saying-no'], []])
	const code = document.createElement('template')
	code.id = 'play-code'
	document.body.append(code)
	await play()
	expect(load).toHaveBeenCalledExactlyOnceWith('#play-code')
	expect([visited, onPlay.mock.calls]).toEqual([['/podcast/saying-no'], [['saying-no']]])
})

test('opens a link to another site in a new tab', async () => {
	const opened = vi.fn()
	vi.stubGlobal('open', opened)
	acts = [{ label: 'Join the call', href: 'https://zoom.example/j/1', context: 'Monthly call' }]
	open('')
	await vi.advanceTimersByTimeAsync(0)
	type('j')
	press('Enter')
	expect(opened).toHaveBeenCalledExactlyOnceWith('https://zoom.example/j/1', '_blank', 'noopener')
	expect(visited).toEqual([])
})
