// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { setUser } from '#src/lib/api/auth-state.ts'
import { deleteDraftsOf, isTextStored } from '#src/lib/forms/draft-storage.ts'
import { earlyEnrolledScript, rememberEnrolled } from './enrolled-hint.ts'

const member = (id: string) => ({
	id,
	name: 'Dana',
	username: 'dana',
	email: 'dana@example.com',
	role: 'user' as const,
})

/** Runs the script of a course page's head. @returns whether the page then has the layout for enrolled members. */
function hasEnrolledLayout(course: string): boolean {
	delete document.documentElement.dataset.enrolled
	const script = document.createElement('script')
	script.dataset.course = course
	Object.defineProperty(document, 'currentScript', { value: script, configurable: true })
	new Function(earlyEnrolledScript)()
	return 'enrolled' in document.documentElement.dataset
}

afterEach(() => localStorage.clear())

test('shows the layout for enrolled members only to a member enrolled in the course', () => {
	expect(hasEnrolledLayout('c1')).toBe(false)
	setUser(member('u1'))
	expect(hasEnrolledLayout('c1')).toBe(false)
	rememberEnrolled(['c1', 'c22'])
	expect(['c1', 'c22', 'c2', ''].map(hasEnrolledLayout)).toEqual([true, true, false, false])
	expect(isTextStored('u1')).toBe(false)
	setUser(member('u2'))
	expect(hasEnrolledLayout('c1')).toBe(false)
	setUser(member('u1'))
	deleteDraftsOf('u1')
	expect(hasEnrolledLayout('c1')).toBe(false)
	setUser(null)
	expect(hasEnrolledLayout('c1')).toBe(false)
})

test('ignores unreadable storage', () => {
	localStorage.setItem('second-chair:user', 'not JSON')
	expect(hasEnrolledLayout('c1')).toBe(false)
})
