import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COURSE_CREDIT_SLOT, creditMark, creditSlot } from '#src/features/courses/components/module-slots.ts'
import { $user } from '#src/lib/api/auth-state.ts'
import { queryClient } from '#src/lib/api/query-client.ts'
import { answerCalls } from '#tests/support/site/island-server.ts'
import type { Offer } from '../offers-contract.ts'
import { CourseAttendance } from './CourseAttendance.tsx'

const member = { id: 'u1', name: 'Nora Bell', role: 'user', isInGoodStanding: true } as never
const offers: Offer[] = [
	{ kind: 'module', refId: 'm2', moduleId: 'm2', state: null },
	{ kind: 'module', refId: 'gone', moduleId: 'gone', state: null },
	{ kind: 'course', refId: 'c1', moduleId: null, state: null },
]
const offer = { title: 'Escrow', minutes: 54, mode: 'watch', accredited: [], refusal: null }
const show = () => render(<CourseAttendance courseId="c1" moduleIds={['m1', 'm2']} />)
const place = (id: string) => document.getElementById(id) as HTMLElement

beforeEach(() => {
	const ids = [COURSE_CREDIT_SLOT, ...[1, 2].flatMap((number) => [creditMark(number), creditSlot(number)])]
	document.body.innerHTML = ids.map((id) => `<div id="${id}"></div>`).join('')
})
afterEach(() => {
	cleanup()
	queryClient.clear()
	$user.set(null)
	vi.unstubAllGlobals()
	document.body.replaceChildren()
})

test('marks only offered items, at their module or at the course', async () => {
	answerCalls({
		'GET /api/cle/offers': () => offers,
		'GET /api/attendance': () => ({ offer, attendance: null }),
	})
	$user.set(member)
	show()
	expect(await within(place(creditMark(2))).findByText('For credit')).toBeDefined()
	expect(await within(place(creditSlot(2))).findByRole('button', { name: 'Start attendance' })).toBeDefined()
	expect(await within(place(COURSE_CREDIT_SLOT)).findByRole('button', { name: 'Start attendance' })).toBeDefined()
	expect([creditMark(1), creditSlot(1)].map((id) => place(id).textContent)).toEqual(['', ''])
})

test('sends no requests for visitors and lapsed members', async () => {
	const calls = answerCalls({ 'GET /api/cle/offers': () => offers })
	show()
	$user.set({ ...(member as object), isInGoodStanding: false } as never)
	await waitFor(() => expect(screen.queryByText('For credit')).toBeNull())
	expect(calls).toEqual([])
})
