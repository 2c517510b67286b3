import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $user, type SignedInUser } from '../api/auth-state.ts'
import { forgetDraftsOf } from '../forms/draft-storage.ts'
import { rememberedAddress, rememberFilter } from './remembered-filter.ts'

const userOf = (id: string): SignedInUser => ({ id, name: id, username: id, email: `${id}@example.com`, role: 'user' })

/** A storage of a browser, whose keys are its own, as `Object.keys` sees them. */
function storage() {
	const kept: Record<string, string> = {}
	Object.defineProperties(kept, {
		getItem: { value: (key: string) => kept[key] ?? null },
		setItem: { value: (key: string, text: string) => (kept[key] = text) },
		removeItem: { value: (key: string) => delete kept[key] },
	})
	return kept
}

beforeEach(() => {
	vi.stubGlobal('localStorage', storage())
	vi.stubGlobal('sessionStorage', storage())
	vi.stubGlobal('document', { cookie: '' })
})
afterEach(() => $user.set(undefined))

test('the menu leads back to what a list was narrowed to last, of each list and each member', () => {
	$user.set(userOf('dana'))
	rememberFilter('/questions', 'show=mine&search=trust+accounts')
	expect(rememberedAddress('/questions')).toBe('/questions?show=mine&search=trust+accounts')
	expect(rememberedAddress('/courses')).toBe('/courses')
	$user.set(userOf('tomas'))
	expect(rememberedAddress('/questions')).toBe('/questions')
})

test('a list that shows everything is remembered as that', () => {
	$user.set(userOf('dana'))
	rememberFilter('/questions', 'show=mine')
	rememberFilter('/questions', '')
	expect(rememberedAddress('/questions')).toBe('/questions')
})

test('it goes with who logs out; that of a visitor with the tab', () => {
	$user.set(userOf('dana'))
	rememberFilter('/courses', 'difficulty=advanced')
	forgetDraftsOf('dana')
	expect(rememberedAddress('/courses')).toBe('/courses')
	$user.set(null)
	rememberFilter('/courses', 'difficulty=beginner')
	expect(rememberedAddress('/courses')).toBe('/courses?difficulty=beginner')
	vi.stubGlobal('sessionStorage', storage())
	expect(rememberedAddress('/courses')).toBe('/courses')
})

test('of a member whom nobody has named yet nothing is a visitor’s: it is remembered for whoever that is', () => {
	vi.stubGlobal('document', { cookie: 'signed-in=member' })
	rememberFilter('/courses', 'tab=all')
	rememberFilter('/courses', 'tab=all&difficulty=beginner')
	expect(rememberedAddress('/courses')).toBe('/courses')
	$user.set(userOf('ines'))
	expect(rememberedAddress('/courses')).toBe('/courses?tab=all&difficulty=beginner')
	forgetDraftsOf('ines')
	$user.set(null)
	expect(rememberedAddress('/courses')).toBe('/courses')
})

test('of a member who turns out to be signed out, or whom the server could not name, nothing is kept', () => {
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

test('nothing that was put there can lead elsewhere', () => {
	$user.set(null)
	rememberFilter('/courses', '#//evil.example/?\n"><script>')
	const address = new URL(rememberedAddress('/courses'), 'https://club.example')
	expect([address.origin, address.pathname, address.hash]).toEqual(['https://club.example', '/courses', ''])
})
