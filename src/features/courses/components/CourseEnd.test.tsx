// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { CourseEnd } from './CourseEnd.tsx'

afterEach(cleanup)

const modules = [
	{ id: 'm1', title: 'Reading', type: 'text', effort: '' },
	{ id: 'm2', title: 'Asking', type: 'quiz', effort: '' },
]
const files = [
	{ url: '/media/f1/sheet.pdf', title: 'Intake sheet', bytes: 10, isPublic: false },
	{ url: '/media/f2/letter.pdf', title: 'Decline letter', bytes: 10, isPublic: true },
]

const show = (completed: number, next?: { id: string; title: string }) =>
	render(
		<CourseEnd
			title="Intake"
			modules={modules}
			progress={{ completed, total: 2, ...(next ? { next } : {}) }}
			filesOf={({ id }) => (id === 'm1' ? files : [])}
		/>,
	)

test('links from a completed course to its modules and files, and to the next course', () => {
	show(2, { id: 'c2', title: 'Pricing' })
	const end = within(screen.getByRole('region', { name: 'Course complete' }))
	expect(end.getByRole('link', { name: 'Back to Asking' }).getAttribute('href')).toBe('?m=m2')
	expect(end.getByRole('link', { name: 'Next course: Pricing' }).getAttribute('href')).toBe('/courses/c2')
	expect(end.getByRole('button', { name: 'Discuss it' })).toBeTruthy()
	const [members, open] = ['Download Intake sheet', 'Download Decline letter'].map((name) =>
		end.getByRole('link', { name }),
	)
	// Access to members' files is checked before the download.
	expect(members?.hasAttribute('data-worksheet')).toBe(true)
	expect(open?.hasAttribute('data-worksheet')).toBe(false)
})

test('shows nothing for an unfinished course, and no next course after the last one', () => {
	show(1)
	expect(screen.queryByRole('region')).toBeNull()
	cleanup()
	show(2)
	expect(screen.queryByRole('link', { name: /^Next course/ })).toBeNull()
})
