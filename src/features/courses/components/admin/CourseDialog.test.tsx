import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { NEW_ID } from '#src/lib/ids.ts'
import { answerCalls } from '#tests/support/site/island-server.ts'
import { CourseDialog } from './CourseDialog.tsx'

const TIMES = { createdAt: '2026-11-01T09:00:00.000Z', updatedAt: '2026-11-01T09:00:00.000Z' }

test('focuses the first invalid field and lists all errors', async () => {
	const calls = answerCalls({})
	render(<CourseDialog onClose={() => {}} />)
	const user = userEvent.setup()
	await user.type(screen.getByLabelText(/^Image URL/), 'nowhere')
	await user.click(screen.getByRole('button', { name: 'Create Course' }))
	const summary = await screen.findByRole('region', { name: 'Fields to check' })
	expect(
		within(summary)
			.getAllByRole('button')
			.map(({ textContent }) => textContent),
	).toEqual(['Title', 'Description', 'Image URL'])
	expect(document.activeElement).toBe(screen.getByLabelText('Title'))
	await user.click(within(summary).getByRole('button', { name: 'Image URL' }))
	await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Image URL/)))
	expect(calls).toEqual([])
})

test('sends the same idempotency key on every press until the server reports a different saved course', async () => {
	const keys: unknown[] = []
	answerCalls({
		'POST /api/courses'(body) {
			keys.push((body as { idempotencyKey: unknown }).idempotencyKey)
			if (keys.length < 3) throw new Error('no response')
			return new Response('Your course was already saved', { status: 409 })
		},
	})
	render(<CourseDialog onClose={() => {}} />)
	const user = userEvent.setup()
	await user.type(screen.getByLabelText('Title'), 'Raising fees')
	await user.type(screen.getByLabelText('Description'), 'How to say so, and when.')
	for (const press of [1, 2, 3, 4]) {
		await user.click(await screen.findByRole('button', { name: 'Create Course' }))
		await waitFor(() => expect(keys).toHaveLength(press))
	}
	expect(keys[0]).toMatch(NEW_ID)
	expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]])
	expect(keys[3]).toMatch(NEW_ID)
	expect(keys[3]).not.toBe(keys[0])
})

test('previews an uploaded picture, but not one from another site', async () => {
	answerCalls({})
	render(<CourseDialog onClose={() => {}} />)
	const user = userEvent.setup()
	const field = screen.getByLabelText(/^Image URL/)
	await user.type(field, 'https://club.example/a.png')
	expect(screen.queryByRole('img')).toBeNull()
	await user.clear(field)
	await user.type(field, `/media/${'a'.repeat(20)}/desk.webp`)
	const preview = screen.getByRole('img', { name: 'The picture is loading' })
	expect(preview.querySelector('img')?.getAttribute('src')).toBe(`/media/${'a'.repeat(20)}/desk.webp`)
})

test("sends the readers of a new course: the club's default, or the choice", async () => {
	const sent: unknown[] = []
	answerCalls({
		'POST /api/courses'(body) {
			sent.push((body as { membersOnly: unknown }).membersOnly)
			throw new Error('no response')
		},
	})
	render(<CourseDialog readers="members" onClose={() => {}} />)
	const user = userEvent.setup()
	await user.type(screen.getByLabelText('Title'), 'Raising fees')
	await user.type(screen.getByLabelText('Description'), 'How to say so, and when.')
	await user.click(screen.getByRole('button', { name: 'Create Course' }))
	await waitFor(() => expect(sent).toEqual([true]))
	await user.selectOptions(screen.getByLabelText('Who can read it'), 'Anyone on the internet')
	await user.click(await screen.findByRole('button', { name: 'Create Course' }))
	await waitFor(() => expect(sent).toEqual([true, false]))
})

test('leaves the readers of an existing course to its settings', async () => {
	const sent: unknown[] = []
	answerCalls({
		'PUT /api/courses/c1'(body) {
			sent.push(body)
			throw new Error('no response')
		},
	})
	const course = { ...{ id: 'c1', title: 'Fees', description: 'How to raise them', imageUrl: null }, membersOnly: true }
	render(
		<CourseDialog
			course={{ ...course, ...{ difficulty: 'beginner', isPublished: false, moduleCount: 1, version: 1 }, ...TIMES }}
			onClose={() => {}}
		/>,
	)
	const user = userEvent.setup()
	expect(screen.queryByLabelText('Who can read it')).toBeNull()
	await user.type(screen.getByLabelText('Title'), ', raised')
	await user.click(screen.getByRole('button', { name: 'Save Course' }))
	await waitFor(() => expect(sent).toHaveLength(1))
	expect(sent[0]).not.toHaveProperty('membersOnly')
	expect(sent[0]).not.toHaveProperty('readers')
})

test('asks who can read a course when its form publishes it', async () => {
	const sent: unknown[] = []
	answerCalls({
		'GET /api/courses/c1/publishing': () => ({ enrolled: 0, moduleCount: 1, unfinished: [] }),
		'PUT /api/courses/c1'(body) {
			sent.push((body as { membersOnly: unknown }).membersOnly)
			throw new Error('no response')
		},
	})
	const course = {
		...{ id: 'c1', title: 'Fees', description: 'How to raise them', imageUrl: null },
		membersOnly: false,
	}
	render(
		<CourseDialog
			course={{ ...course, ...{ difficulty: 'beginner', isPublished: false, moduleCount: 1, version: 1 }, ...TIMES }}
			readers="members"
			onClose={() => {}}
		/>,
	)
	const user = userEvent.setup()
	await user.click(screen.getByLabelText('Published'))
	await user.click(screen.getByRole('button', { name: 'Save Course' }))
	const dialog = within(await screen.findByRole('alertdialog'))
	expect((dialog.getByLabelText('Who can read it') as HTMLSelectElement).value).toBe('members')
	await user.click(dialog.getByRole('button', { name: 'Publish' }))
	await waitFor(() => expect(sent).toEqual([true]))
})
