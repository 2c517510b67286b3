import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $user, type SignedInUser } from '../api/auth-state.ts'
import { deleteDraftsOf } from '../forms/draft-storage.ts'
import { rememberedAddress, rememberFilter } from './remembered-filter.ts'

const userOf = (id: string): SignedInUser => ({ id, name: id, username: id, email: `${id}@example.com`, role: 'user' })

/** Fake of a browser's storage: `Object.keys` returns the stored keys. */
function storage() {
	const entries: Record<string, string> = {}
	Object.defineProperties(entries, {
		getItem: { value: (key: string) => entries[key] ?? null },
		setItem: { value: (key: string, text: string) => (entries[key] = text) },
		removeItem: { value: (key: string) => delete entries[key] },
	})
	return entries
}

beforeEach(() => {
	vi.stubGlobal('localStorage', storage())
	vi.stubGlobal('sessionStorage', storage())
	vi.stubGlobal('document', { cookie: '' })
})
afterEach(() => $user.set(undefined))

test('the menu link restores the last filter of each list and member', () => {
	$user.set(userOf('dana'))
	rememberFilter('/questions', 'show=mine&search=trust+accounts')
	expect(rememberedAddress('/questions')).toBe('/questions?show=mine&search=trust+accounts')
	expect(rememberedAddress('/courses')).toBe('/courses')
	$user.set(userOf('tomas'))
	expect(rememberedAddress('/questions')).toBe('/questions')
})

test('an unfiltered list is remembered as unfiltered', () => {
	$user.set(userOf('dana'))
	rememberFilter('/questions', 'show=mine')
	rememberFilter('/questions', '')
	expect(rememberedAddress('/questions')).toBe('/questions')
})

test('a logout deletes a filter, and a visitor’s filter lasts as long as the tab', () => {
	$user.set(userOf('dana'))
	rememberFilter('/courses', 'difficulty=advanced')
	deleteDraftsOf('dana')
	expect(rememberedAddress('/courses')).toBe('/courses')
	$user.set(null)
	rememberFilter('/courses', 'difficulty=beginner')
	expect(rememberedAddress('/courses')).toBe('/courses?difficulty=beginner')
	vi.stubGlobal('sessionStorage', storage())
	expect(rememberedAddress('/courses')).toBe('/courses')
})

test('a filter set before the user is known is stored for that user, not for a visitor', () => {
	vi.stubGlobal('document', { cookie: 'signed-in=member' })
	rememberFilter('/courses', 'tab=all')
	rememberFilter('/courses', 'tab=all&difficulty=beginner')
	expect(rememberedAddress('/courses')).toBe('/courses')
	$user.set(userOf('ines'))
	expect(rememberedAddress('/courses')).toBe('/courses?tab=all&difficulty=beginner')
	deleteDraftsOf('ines')
	$user.set(null)
	expect(rememberedAddress('/courses')).toBe('/courses')
})

test('a filter is dropped if the user turns out to be signed out or unknown', () => {
	const page = { cookie: 'signed-in=member' }
	vi.stubGlobal('document', page)
	rememberFilter('/courses', 'tab=all')
	$user.set(null)
	expect(rememberedAddress('/courses')).toBe('/courses')
	rememberFilter('/courses', 'tab=all')
	expect(rememberedAddress('/courses')).toBe('/courses')
	page.cookie = ''
	rememberFilter('/courses', 'difficulty=beginner')
	expect(rememberedAddress('/courses')).toBe('/courses?difficulty=beginner')
})

test('a tampered value cannot lead to another page', () => {
	$user.set(null)
	rememberFilter('/courses', '#//evil.example/?\n"><script>')
	const address = new URL(rememberedAddress('/courses'), 'https://club.example')
	expect([address.origin, address.pathname, address.hash]).toEqual(['https://club.example', '/courses', ''])
})
