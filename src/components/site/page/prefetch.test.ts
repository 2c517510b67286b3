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

const prefetched = () =>
	[...document.head.querySelectorAll<HTMLLinkElement>('link[rel="prefetch"]')].map((link) => link.getAttribute('href'))

function dispatch(type: string, selector: string, pointerType = 'mouse'): void {
	const event = Object.assign(new Event(type, { bubbles: true }), { pointerType })
	document.querySelector(selector)?.dispatchEvent(event)
}

// Each page is prefetched only once, so each test has its own pages.

test('prefetches the page of a link that the pointer rests on, but not of a link it passes over', () => {
	dispatch('pointerover', '#courses b')
	vi.advanceTimersByTime(40)
	dispatch('pointerover', '#questions')
	vi.advanceTimersByTime(1_000)
	expect(prefetched()).toEqual([])
	dispatch('pointerover', '#courses b')
	vi.advanceTimersByTime(80)
	expect(prefetched()).toEqual(['/courses'])
	dispatch('pointerdown', '#courses')
	expect(prefetched()).toEqual(['/courses'])
})

test('prefetches nothing in data-saver mode, on a slow connection, or for an admin', () => {
	for (const connection of [{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }]) {
		vi.stubGlobal('navigator', { connection })
		dispatch('pointerdown', '#course')
	}
	vi.stubGlobal('navigator', {})
	document.documentElement.dataset.auth = 'admin'
	dispatch('pointerdown', '#course')
	expect(prefetched()).toEqual([])
	// The page was not recorded as fetched, so it can be fetched later.
	document.documentElement.dataset.auth = 'member'
	dispatch('pointerdown', '#course', 'touch')
	expect(prefetched()).toEqual(['/courses/client-intake?m=1'])
})

test('never prefetches guarded pages, API calls, the current page or other sites', () => {
	for (const link of document.querySelectorAll('a:not(#courses, #course)')) {
		dispatch('pointerdown', `#${link.id}`)
		dispatch('focusin', `#${link.id}`)
		vi.advanceTimersByTime(1_000)
	}
	expect(prefetched()).toEqual([])
})
