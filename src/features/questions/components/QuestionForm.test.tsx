import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { CommentForm } from '#src/features/comments/components/CommentForm.tsx'
import { commentDraft } from '#src/features/comments/shown-comment.ts'
import { queryClient } from '#src/lib/api/query-client.ts'
import { answerCalls, held } from '#tests/support/site/island-server.ts'
import type { Category } from '../category-contract.ts'
import { commentBody, type QuestionComment } from '../contract.ts'
import { createCommentMutation, updateCommentMutation } from '../queries.ts'
import { QuestionForm } from './QuestionForm.tsx'

type CommentFormProps = {
	questionId: string
	userId: string
	edited?: Pick<QuestionComment, 'id' | 'body' | 'version'>
	onSaved: (comment: QuestionComment, isDone: boolean) => void
	onCancel?: () => void
}

/** The comment form, as used on the page of a question. */
const QuestionCommentForm = ({ questionId, userId, edited, ...rest }: CommentFormProps) => (
	<CommentForm<QuestionComment>
		{...rest}
		schema={commentBody}
		textOf={({ body }) => body}
		mutation={edited ? updateCommentMutation(questionId, edited.id) : createCommentMutation(questionId)}
		viewerId={userId}
		label="Your comment"
		placeholder=""
		action={edited ? 'Save' : 'Post Comment'}
		draft={{ key: commentDraft(questionId, userId) }}
		edited={edited as QuestionComment | undefined}
	/>
)

beforeEach(() => {
	localStorage.clear()
	queryClient.clear()
	window.history.replaceState(null, '')
})

const ethics: Category = {
	id: 'c1',
	name: 'Ethics',
	slug: 'ethics',
	parentCategoryId: null,
	questionCount: 1,
	titlesPublic: false,
	version: 1,
}
const member = { id: 'u1', role: 'user' } as const
const edited = {
	id: 'q1',
	title: 'A question long enough',
	body: 'A body that is long enough too',
	categoryId: 'c1',
	version: 1,
}
const title = () => screen.getByLabelText<HTMLInputElement>('Title')

test('explains that there is no category, and links admins to the categories', () => {
	const { rerender } = render(<QuestionForm categories={[]} viewer={member} />)
	expect(screen.getByText('Questions cannot be asked yet')).toBeDefined()
	expect(screen.queryByRole('button', { name: 'Post Question' })).toBeNull()
	rerender(<QuestionForm categories={[]} viewer={{ id: 'a1', role: 'admin' }} />)
	expect(screen.getByRole('link', { name: 'Add a category' }).getAttribute('href')).toBe('/admin/categories')
})

test('asks before it discards a question', async () => {
	const user = userEvent.setup()
	render(<QuestionForm categories={[ethics]} viewer={member} />)
	await user.type(title(), 'Never mind')
	expect(localStorage).toHaveLength(1)
	await user.click(screen.getByRole('link', { name: 'Cancel' }))
	await user.click(screen.getByRole('button', { name: 'Keep editing' }))
	expect(title().value).toBe('Never mind')
	expect(localStorage).toHaveLength(1)
	await user.click(screen.getByRole('link', { name: 'Cancel' }))
	await user.click(screen.getByRole('button', { name: 'Discard' }))
	expect(title().value).toBe('')
	expect(localStorage).toHaveLength(0)
})

test('asks before it discards an edit only after a change', async () => {
	const user = userEvent.setup()
	const onDone = vi.fn()
	render(<QuestionForm categories={[ethics]} viewer={member} edited={edited} onDone={onDone} />)
	await user.type(title(), '?')
	await user.click(screen.getByRole('button', { name: 'Cancel' }))
	expect(onDone).not.toHaveBeenCalled()
	await user.click(screen.getByRole('button', { name: 'Keep editing' }))
	await user.type(title(), '{Backspace}')
	await user.click(screen.getByRole('button', { name: 'Cancel' }))
	expect(onDone).toHaveBeenCalledOnce()
})

test('stays open when the text changes during a save', async () => {
	const user = userEvent.setup()
	const onDone = vi.fn()
	const { until, release } = held()
	const calls = answerCalls({ 'PATCH /api/questions/q1': () => until, 'GET /api/questions/categories': () => [ethics] })
	render(<QuestionForm categories={[ethics]} viewer={member} edited={edited} onDone={onDone} />)
	await user.click(screen.getByRole('button', { name: 'Save Changes' }))
	await waitFor(() => expect(calls).toContain('PATCH /api/questions/q1'))
	await user.type(title(), ', and more')
	release()
	await waitFor(() => expect(screen.getByRole('button', { name: 'Save Changes' })).toHaveProperty('disabled', false))
	expect(onDone).not.toHaveBeenCalled()
	expect(title().value).toBe('A question long enough, and more')
	await user.click(screen.getByRole('button', { name: 'Save Changes' }))
	await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
})

test('shows a link to the question on Back after posting', () => {
	window.history.replaceState({ postedQuestion: 'q7' }, '')
	render(<QuestionForm categories={[ethics]} viewer={member} />)
	expect(screen.getByRole('link', { name: 'Read it' }).getAttribute('href')).toBe('/questions/q7')
	expect(title().value).toBe('')
})

test.each([
	['a new comment', undefined, 'Post Comment', 'POST /api/questions/q1/comments', 'and a second'],
	[
		'an edit',
		{ id: 'x1', body: 'The first', version: 1 },
		'Save',
		'PATCH /api/questions/q1/comments/x1',
		'The first and a second',
	],
])('keeps input typed while %s is pending', async (_, edit, button, call, expected) => {
	const user = userEvent.setup()
	const onSaved = vi.fn()
	const { until, release } = held<QuestionComment>()
	const calls = answerCalls({ [call]: () => until })
	render(<QuestionCommentForm questionId="q1" userId="u1" onSaved={onSaved} {...(edit && { edited: edit })} />)
	const field = screen.getByRole<HTMLTextAreaElement>('textbox')
	if (!edit) await user.type(field, 'The first')
	await user.click(screen.getByRole('button', { name: button }))
	await waitFor(() => expect(calls).toContain(call))
	await user.type(field, ' and a second')
	const author = { name: 'Dana', username: 'dana' }
	const details = {
		createdAt: '2026-01-01T00:00:00.000Z',
		isEdited: false,
		isOwn: true,
		isHelpful: false,
		hidden: null,
		version: 1,
		mentions: [],
	}
	release({ id: 'x1', body: 'The first', author, ...details })
	await waitFor(() => expect(onSaved).toHaveBeenCalledWith(expect.objectContaining({ id: 'x1' }), false))
	await waitFor(() => expect(field.value).toBe(expected))
})

test("keeps a comment's idempotency key until it is posted, even after a reload, then uses a new one", async () => {
	const user = userEvent.setup()
	const keys: unknown[] = []
	let isOnline = false
	answerCalls({
		'POST /api/questions/q1/comments'(body) {
			keys.push((body as { idempotencyKey: unknown }).idempotencyKey)
			if (!isOnline) throw new Error('no answer came')
			return {
				id: `x${keys.length}`,
				body: 'An answer',
				author: null,
				createdAt: '2026-01-01T00:00:00.000Z',
				isEdited: false,
				isOwn: true,
				isHelpful: false,
				hidden: null,
				version: 1,
				mentions: [],
			}
		},
	})
	const post = async (text: string) => {
		const field = screen.getByRole<HTMLTextAreaElement>('textbox')
		if (text) await user.type(field, text)
		const before = keys.length
		await user.click(screen.getByRole('button', { name: 'Post Comment' }))
		await waitFor(() => expect(keys).toHaveLength(before + 1))
		await waitFor(() => expect(screen.getByRole('button', { name: 'Post Comment' })).toHaveProperty('ariaBusy', null))
	}
	const form = <QuestionCommentForm questionId="q1" userId="u1" onSaved={() => undefined} />
	const { unmount } = render(form)
	await post('An answer')
	await post('')
	unmount()
	render(form)
	isOnline = true
	await post('')
	await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe(''))
	await post('Another answer')
	expect(keys[0]).toMatch(/^[\w-]{8,64}$/)
	expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]])
	expect(keys[3]).toMatch(/^[\w-]{8,64}$/)
	expect(keys[3]).not.toBe(keys[0])
})

test("keeps an edit's draft with its initial version, and clears it on cancel", async () => {
	const user = userEvent.setup()
	const comment = { id: 'x1', body: 'The first', version: 3 }
	const onCancel = vi.fn()
	render(
		<QuestionCommentForm questionId="q1" userId="u1" edited={comment} onSaved={() => undefined} onCancel={onCancel} />,
	)
	await user.type(screen.getByRole('textbox'), ' and more')
	const [[key, stored] = []] = Object.entries(localStorage)
	expect(key).toContain(':u1')
	expect(JSON.parse(String(stored))).toEqual({ body: 'The first and more', ':version': 3 })
	await user.click(screen.getByRole('button', { name: 'Cancel' }))
	await user.click(screen.getByRole('button', { name: 'Discard' }))
	expect(onCancel).toHaveBeenCalledOnce()
	expect(localStorage).toHaveLength(0)
})

const similar = [
	{ id: 'q8', title: 'Which retainer do you ask for?', commentCount: 1 },
	{ id: 'q9', title: 'Retainers for flat fee work', commentCount: 4 },
]

test('shows similar questions while a title is typed, and none while it is short', async () => {
	const calls = answerCalls({ 'GET /api/questions/similar': () => similar })
	const user = userEvent.setup()
	render(<QuestionForm categories={[ethics]} viewer={member} />)
	await user.type(title(), 'Fees')
	await user.type(title(), ' and retainers')
	const link = await screen.findByRole('link', { name: 'Which retainer do you ask for?' })
	expect(link.getAttribute('href')).toBe('/questions/q8')
	expect(screen.getByText('2 similar questions')).toBeDefined()
	// Not one request per letter.
	expect(calls.length).toBeLessThan(4)
	await user.clear(title())
	await waitFor(() => expect(screen.queryByRole('region', { name: 'Similar questions' })).toBeNull())
})

test('shows no similar questions and no error if their search fails', async () => {
	const calls = answerCalls({})
	render(<QuestionForm categories={[ethics]} viewer={member} title="A question about retainers" />)
	await waitFor(() => expect(calls).toContain('GET /api/questions/similar'))
	expect(screen.queryByRole('region', { name: 'Similar questions' })).toBeNull()
	expect(screen.queryByRole('alert')).toBeNull()
})

test('shows no similar questions for an edit', () => {
	const calls = answerCalls({ 'GET /api/questions/similar': () => similar })
	// The title of an edit is complete from the start, so nothing would delay the request.
	render(<QuestionForm categories={[ethics]} viewer={member} edited={edited} />)
	expect(calls).not.toContain('GET /api/questions/similar')
})

const ABOUT = 'https://club.example/podcast/fees?t=754'
const details = () => screen.getByLabelText<HTMLTextAreaElement>('Question Details')

test('adds the URL of an episode once, even to a draft', () => {
	const first = render(<QuestionForm categories={[ethics]} viewer={member} about={ABOUT} />)
	expect(details().value).toBe(`${ABOUT}\n\n`)
	// Without any input, it is not stored as a draft.
	expect(localStorage).toHaveLength(0)
	first.unmount()
	localStorage.clear()
	const draft = render(<QuestionForm categories={[ethics]} viewer={member} />)
	fireEvent.change(details(), { target: { value: 'Begun yesterday.' } })
	draft.unmount()
	for (const _ of ['first', 'again']) {
		const { unmount } = render(<QuestionForm categories={[ethics]} viewer={member} about={ABOUT} />)
		expect(details().value).toBe(`Begun yesterday.\n\n${ABOUT}\n\n`)
		unmount()
	}
})
