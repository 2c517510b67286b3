import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answerCalls } from '#tests/support/site/island-server.ts'
import type { Course } from '../../contract.ts'
import { CourseSettings } from './CourseSettings.tsx'

// A hash link: jsdom supports no other navigation.
vi.mock('../../course-sections.ts', async (original) => ({
	...(await original<typeof import('../../course-sections.ts')>()),
	sectionHref: () => '#copy',
}))

const course = {
	...{ id: 'c1', title: 'Fees', description: 'How to raise them', imageUrl: null, difficulty: 'beginner' },
	...{ isPublished: false, membersOnly: false, publishAt: null, unpublishAt: null, publishRefusal: null },
	...{ moduleCount: 1, createdAt: '2026-11-01T09:00:00.000Z', updatedAt: '2026-11-01T09:00:00.000Z', version: 1 },
} as unknown as Course

test('enables the Duplicate button again when Back restores the page', async () => {
	const calls = answerCalls({ 'POST /api/admin/courses/c1/copy': () => ({ ...course, id: 'c2' }) })
	render(<CourseSettings initial={course} zone="UTC" userId="u1" />)
	const user = userEvent.setup()
	await user.click(screen.getByRole('button', { name: 'Duplicate course' }))
	const busy = await screen.findByRole('button', { name: 'Duplicating...' })
	await vi.waitFor(() => expect(window.location.hash).toBe('#copy'))
	expect(busy.matches(':disabled')).toBe(true)
	act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
	expect(await screen.findByRole('button', { name: 'Duplicate course' })).toBeDefined()
	expect(calls.filter((call) => call.startsWith('POST'))).toHaveLength(1)
})
