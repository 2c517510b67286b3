import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import type { Readers } from '#src/lib/site/readers.ts'
import { answerCalls } from '#tests/support/site/island-server.ts'
import type { Course, Publishing } from '../../contract.ts'
import { CourseHeader } from './CourseHeader.tsx'

const course: Course = {
	...{ id: 'c1', title: 'Fees', description: 'How to raise them', imageUrl: null, difficulty: 'beginner' },
	...{ isPublished: false, moduleCount: 1, version: 1 },
	...{ createdAt: '2026-11-01T09:00:00.000Z', updatedAt: '2026-11-01T09:00:00.000Z' },
}

beforeEach(() => queryClient.clear())

function open(overrides: Partial<Course>, warnings: Partial<Publishing> = {}, newCourses: Readers = 'everybody') {
	const sent: unknown[] = []
	answerCalls({
		'GET /api/courses/c1/publishing': () => ({ enrolled: 0, moduleCount: 1, unfinished: [], ...warnings }),
		'GET /api/courses/c1': () => ({ ...course, ...overrides }),
		'PUT /api/courses/c1'(body) {
			sent.push(body)
			return { ...course, ...overrides, ...(body as object) }
		},
	})
	render(<CourseHeader initial={{ ...course, ...overrides }} newCourses={newCourses} />)
	return { user: userEvent.setup(), sent }
}

const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
	user.click(screen.getByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('alertdialog'))

test('asks who can read a course before it is published', async () => {
	const { user, sent } = open({})
	await press(user, 'Publish')
	const confirmation = await dialog()
	expect((confirmation.getByLabelText('Who can read it') as HTMLSelectElement).value).toBe('everybody')
	await user.selectOptions(confirmation.getByLabelText('Who can read it'), 'Members')
	expect(sent).toEqual([])
	await user.click(confirmation.getByRole('button', { name: 'Publish' }))
	await waitFor(() => expect(sent).toEqual([{ isPublished: true, membersOnly: true }]))
})

test('keeps the readers of a course unless another choice is made, even next to a warning', async () => {
	const { user, sent } = open({ membersOnly: true }, { unfinished: [{ title: 'Quiz', lacks: 'has no questions' }] })
	await press(user, 'Publish')
	const confirmation = await dialog()
	expect(confirmation.getByText('“Quiz” has no questions.')).toBeTruthy()
	expect((confirmation.getByLabelText('Who can read it') as HTMLSelectElement).value).toBe('members')
	await user.click(confirmation.getByRole('button', { name: 'Publish' }))
	await waitFor(() => expect(sent).toEqual([{ isPublished: true, membersOnly: true }]))
})

test("preselects members for a draft that is older than the club's default", async () => {
	const { user, sent } = open({ membersOnly: false }, {}, 'members')
	await press(user, 'Publish')
	const confirmation = await dialog()
	expect((confirmation.getByLabelText('Who can read it') as HTMLSelectElement).value).toBe('members')
	await user.click(confirmation.getByRole('button', { name: 'Publish' }))
	await waitFor(() => expect(sent).toEqual([{ isPublished: true, membersOnly: true }]))
})

test('does not ask who can read a course before it is unpublished', async () => {
	const { user, sent } = open({ isPublished: true }, { enrolled: 2 })
	await press(user, 'Unpublish')
	const confirmation = await dialog()
	expect(confirmation.queryByLabelText('Who can read it')).toBeNull()
	await user.click(confirmation.getByRole('button', { name: 'Unpublish' }))
	await waitFor(() => expect(sent).toEqual([{ isPublished: false }]))
})
