// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPrefetch } from './prefetch.ts'

const LINKS = `
	<a id="courses" href="/courses"><b>Courses</b></a>
	<a id="course" href="/courses/client-intake?m=1">A course</a>
	<a id="here" href="/#podcast">Here</a>
	<a id="questions" href="/questions">Questions</a>
	<a id="auth" href="/auth">Sign in</a>
	<a id="call" href="/api/user/data" download>Data</a>
	<a id="tab" href="/courses/other" target="_blank">Elsewhere</a>
	<a id="away" href="https://courses.example/courses">Away</a>`

startPrefetch()

beforeEach(() => {
	vi.useFakeTimers()
	document.head.replaceChildren()
	document.body.innerHTML = LINKS
	document.documentElement.dataset.auth = 'visitor'
})
afterEach(() => {
	vi.useRealTimers()
	vi.unstubAllGlobals()
})

const ahead = () =>
	[...document.head.querySelectorAll<HTMLLinkElement>('link[rel="prefetch"]')].map((link) => link.getAttribute('href'))

function send(type: string, selector: string, pointerType = 'mouse'): void {
	const event = Object.assign(new Event(type, { bubbles: true }), { pointerType })
	document.querySelector(selector)?.dispatchEvent(event)
}

// The pages that were asked for once are not again: each test has pages of its own.

test('a pointer that rests on a link fetches its page, one that passes over it does not', () => {
	send('pointerover', '#courses b')
	vi.advanceTimersByTime(40)
	send('pointerover', '#questions')
	vi.advanceTimersByTime(1_000)
	expect(ahead()).toEqual([])
	send('pointerover', '#courses b')
	vi.advanceTimersByTime(80)
	expect(ahead()).toEqual(['/courses'])
	send('pointerdown', '#courses')
	expect(ahead()).toEqual(['/courses'])
})

test('nothing is fetched for who saves data, has a slow line, or changes pages', () => {
	for (const connection of [{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }]) {
		vi.stubGlobal('navigator', { connection })
		send('pointerdown', '#course')
	}
	vi.stubGlobal('navigator', {})
	document.documentElement.dataset.auth = 'admin'
	send('pointerdown', '#course')
	expect(ahead()).toEqual([])
	// Nor is it noted as fetched.
	document.documentElement.dataset.auth = 'member'
	send('pointerdown', '#course', 'touch')
	expect(ahead()).toEqual(['/courses/client-intake?m=1'])
})

test('no guarded page, no call, no page that is here or elsewhere is fetched', () => {
	for (const link of document.querySelectorAll('a:not(#courses, #course)')) {
		send('pointerdown', `#${link.id}`)
		send('focusin', `#${link.id}`)
		vi.advanceTimersByTime(1_000)
	}
	expect(ahead()).toEqual([])
})
