// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $user, LOGGED_OUT_KEY, STORED_USER_KEY, setUser } from '#src/lib/api/auth-state.ts'
import { SIGNED_IN_COOKIE } from '#src/lib/api/csrf.ts'
import { readDraft, storeDraft, trackUnsent } from '#src/lib/forms/draft-storage.ts'
import { followOtherTabs } from './other-tabs.ts'

const person = (id: string) => ({ id, name: id, username: id, email: `${id}@club.example`, role: 'user' }) as const

const reload = vi.fn()
followOtherTabs(reload)

const signedIn = (value: string) => {
	// biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
	document.cookie = `${SIGNED_IN_COOKIE}=1; Max-Age=${value}`
}

beforeEach(() => {
	signedIn('1000')
	setUser(person('marcus'))
})
afterEach(() => {
	reload.mockClear()
	document.body.hidden = false
	localStorage.clear()
	window.history.replaceState(null, '', '/')
})

const changeInOtherTab = (key: string) => window.dispatchEvent(new StorageEvent('storage', { key }))
const goBack = () =>
	window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }) as PageTransitionEvent)

test('reloads when its user logs out in another tab', () => {
	changeInOtherTab(LOGGED_OUT_KEY)
	expect(reload).toHaveBeenCalledOnce()
	expect(document.body.hidden).toBe(true)
})

test('deletes stored data of a user who logs out in another tab, and does not restore it when the page is left', () => {
	setUser(person('vera'))
	storeDraft('playing:vera', 'an episode', 'tab')
	storeDraft('playing:ruth', 'an episode', 'tab')
	changeInOtherTab(LOGGED_OUT_KEY)
	storeDraft('listening:vera', 'a position')
	expect(readDraft('playing:vera', 'tab')).toBeUndefined()
	expect(readDraft('listening:vera')).toBeUndefined()
	expect(readDraft('playing:ruth', 'tab')).toBe('an episode')
})

test('hides a page with unsent text, and shows it when its user signs in again', async () => {
	document.body.innerHTML = '<main>What they typed</main><aside hidden></aside>'
	const main = document.querySelector('main')
	setUser(person('lena'))
	trackUnsent('question:lena', 'half a question')
	storeDraft('question:lena', 'half a question')
	changeInOtherTab(LOGGED_OUT_KEY)
	expect(reload).not.toHaveBeenCalled()
	expect(readDraft('question:lena')).toBeUndefined()
	expect(document.body.hidden).toBe(true)
	const notice = () => document.querySelector('[role=alert]')?.textContent
	await vi.waitFor(() => expect(notice()).toContain('text that you did not send'))
	expect([document.body.hidden, main?.hidden]).toEqual([false, true])
	localStorage.setItem(STORED_USER_KEY, JSON.stringify(person('lena')))
	changeInOtherTab(STORED_USER_KEY)
	await vi.waitFor(() => expect(main?.hidden).toBe(false))
	expect(document.querySelector('aside')?.hidden).toBe(true)
	expect(document.querySelector('[role=alert]')).toBeNull()
	expect(readDraft('question:lena')).toBe('half a question')
	trackUnsent('question:lena', undefined)
})

test('keeps a visitor’s page when a user logs out', () => {
	setUser(null)
	changeInOtherTab(LOGGED_OUT_KEY)
	expect(reload).not.toHaveBeenCalled()
})

test('reloads when another user signs in, but not when the same user does', () => {
	localStorage.setItem(STORED_USER_KEY, JSON.stringify(person('marcus')))
	changeInOtherTab(STORED_USER_KEY)
	expect(reload).not.toHaveBeenCalled()
	localStorage.setItem(STORED_USER_KEY, JSON.stringify(person('ruth')))
	changeInOtherTab(STORED_USER_KEY)
	expect(reload).toHaveBeenCalledOnce()
})

test('keeps a page with unsaved input when the session expires', () => {
	localStorage.removeItem(STORED_USER_KEY)
	changeInOtherTab(STORED_USER_KEY)
	expect(reload).not.toHaveBeenCalled()
	expect($user.get()?.id).toBe('marcus')
})

test('completes the sign-in screen when a sign-in happens in another tab', () => {
	window.history.replaceState(null, '', '/auth?next=/questions')
	setUser(null)
	localStorage.setItem(STORED_USER_KEY, JSON.stringify(person('marcus')))
	changeInOtherTab(STORED_USER_KEY)
	expect(reload).toHaveBeenCalledOnce()
})

test('reloads a page restored by Back from before a logout', async () => {
	setUser(person('ines'))
	signedIn('0')
	goBack()
	await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
	expect(document.body.hidden).toBe(true)
	storeDraft('playing:ines', 'an episode', 'tab')
	expect(readDraft('playing:ines', 'tab')).toBeUndefined()
})

test('keeps a page restored by Back for the same user', async () => {
	const fetchUser = vi.fn(() => Promise.resolve(Response.json(person('marcus'))))
	vi.stubGlobal('fetch', fetchUser)
	goBack()
	await vi.waitFor(() => expect(fetchUser).toHaveBeenCalledOnce())
	await vi.waitFor(() => expect($user.get()?.id).toBe('marcus'))
	expect(reload).not.toHaveBeenCalled()
})

test('leaves a hidden page with unsent text when another user signs in', () => {
	setUser(person('olga'))
	trackUnsent('question:olga', 'half a question')
	changeInOtherTab(LOGGED_OUT_KEY)
	// The API client detects that the session has ended.
	setUser(null)
	localStorage.setItem(STORED_USER_KEY, JSON.stringify(person('ruth')))
	changeInOtherTab(STORED_USER_KEY)
	expect(reload).toHaveBeenCalledOnce()
})
