// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { $user, LOGGED_OUT_KEY, STORED_USER_KEY } from '#src/lib/api/auth-state.ts'
import { readDraft, storeDraft } from '#src/lib/forms/draft-storage.ts'
import { reloadOnUserChange } from './leave-with-member.ts'

const person = (id: string) => ({ id, name: id, username: id, email: `${id}@club.example`, role: 'user' }) as const
const changeInOtherTab = (key: string) => window.dispatchEvent(new StorageEvent('storage', { key }))

test('reloads a player window only when its member signs out or another user signs in', () => {
	const reload = vi.fn()
	reloadOnUserChange(reload)
	$user.set(null)
	changeInOtherTab(LOGGED_OUT_KEY)
	$user.set(person('ruth'))
	storeDraft('playing:ruth', 'an episode', 'tab')
	localStorage.setItem(STORED_USER_KEY, JSON.stringify(person('ruth')))
	changeInOtherTab(STORED_USER_KEY)
	changeInOtherTab('second-chair:theme')
	expect(reload).not.toHaveBeenCalled()
	localStorage.setItem(STORED_USER_KEY, JSON.stringify(person('sam')))
	changeInOtherTab(STORED_USER_KEY)
	expect(reload).toHaveBeenCalledTimes(1)
	expect(readDraft('playing:ruth', 'tab')).toBe('an episode')
	changeInOtherTab(LOGGED_OUT_KEY)
	expect(reload).toHaveBeenCalledTimes(2)
	expect(readDraft('playing:ruth', 'tab')).toBeUndefined()
	expect(document.body.hidden).toBe(true)
})
