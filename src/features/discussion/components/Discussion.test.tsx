import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { DELETED } from '#src/features/comments/contract.ts'
import { queryClient } from '#src/lib/api/query-client.ts'
import { answerCalls, held } from '#tests/support/site/island-server.ts'
import type { Comment } from '../contract.ts'
import { Discussion } from './Discussion.tsx'

beforeEach(() => {
	replies = []
	comments = [makeComment('c1', 'The first comment')]
	localStorage.clear()
	queryClient.clear()
})

const viewer = { id: 'u1', role: 'user' } as const
let comments: Comment[]
let replies: Comment[]

const makeComment = (id: string, content: string, parentId: string | null = null): Comment => ({
	id,
	userId: 'u1',
	user: { name: 'Dana', username: 'dana' },
	content,
	createdAt: '2026-01-01T00:00:00.000Z',
	isPinned: false,
	isInstructor: false,
	parentId,
	replyCount: parentId === null && id === 'c1' ? replies.length : 0,
	newReplyCount: 0,
	isNew: false,
	isEdited: false,
	isDeleted: false,
	isHelpful: false,
	version: 1,
	hidden: null,
	mentions: [],
})

/** Renders the discussion; posts stay pending until `release`. */
async function show() {
	const { until, release } = held()
	const calls = answerCalls({
		'GET /api/modules/m1/comments': () => comments,
		'GET /api/comments/c1/replies': () => replies,
		async 'POST /api/modules/m1/comments'(body) {
			await until
			const { content, parentId } = body as { content: string; parentId?: string }
			const created = makeComment('c2', content.trim(), parentId ?? null)
			if (parentId) replies = [created]
			else comments = [created, ...comments]
			comments = comments.map((one) => (one.id === 'c1' ? { ...one, replyCount: replies.length } : one))
			return created
		},
		'PUT /api/modules/m1/comments/read': () => undefined,
		'GET /api/notifications/count': () => ({ unread: 0 }),
		'DELETE /api/comments/c1'() {
			comments = []
			return undefined
		},
	})
	render(<Discussion moduleId="m1" viewer={viewer} />)
	await screen.findByText('The first comment')
	const isSent = () => waitFor(() => expect(calls).toContain('POST /api/modules/m1/comments'))
	return { user: userEvent.setup(), release, isSent }
}
const replyButton = () => screen.getAllByRole('button', { name: /^Reply/ })[0] as HTMLElement
const field = (label = 'Add a comment') => screen.getByLabelText<HTMLTextAreaElement>(label)

test('keeps text typed while a comment is being posted, and clears the posted text', async () => {
	const { user, release, isSent } = await show()
	await user.type(field(), 'The second comment')
	await user.click(screen.getByRole('button', { name: 'Post Comment' }))
	await isSent()
	await user.type(field(), ' and a third')
	release()
	await waitFor(() => expect(field().value).toBe('and a third'))
	expect(await screen.findByText('The second comment')).toBeDefined()
	const [kept = ''] = Object.values<string>({ ...localStorage })
	expect(JSON.parse(kept)).toMatchObject({ body: 'and a third' })
})

test('clears and focuses the field after a comment', async () => {
	const { user, release } = await show()
	await user.type(field(), 'The second comment')
	await user.click(screen.getByRole('button', { name: 'Post Comment' }))
	// A browser removes the focus from a disabled element; jsdom does not.
	;(document.activeElement as HTMLElement).blur()
	release()
	await waitFor(() => expect(field().value).toBe(''))
	await waitFor(() => expect(document.activeElement).toBe(field()))
	expect(localStorage).toHaveLength(0)
})

test('keeps text typed while a reply is being posted, in an open form', async () => {
	const { user, release, isSent } = await show()
	await user.click(replyButton())
	await user.type(field('Your reply'), 'A reply')
	await user.click(screen.getByRole('button', { name: 'Post Reply' }))
	await isSent()
	await user.type(field('Your reply'), ', and more')
	release()
	await waitFor(() => expect(field('Your reply').value).toBe(', and more'))
})

test('closes the form of a posted reply and returns the focus to its button', async () => {
	const { user, release } = await show()
	await user.click(replyButton())
	await user.type(field('Your reply'), 'A reply')
	await user.click(screen.getByRole('button', { name: 'Post Reply' }))
	release()
	expect(await screen.findByText('A reply')).toBeDefined()
	expect(screen.queryByLabelText('Your reply')).toBeNull()
	await waitFor(() => expect(document.activeElement).toBe(replyButton()))
})

test('does not move the focus after a reply if it is already elsewhere', async () => {
	const { user, release, isSent } = await show()
	await user.click(replyButton())
	await user.type(field('Your reply'), 'A reply')
	await user.click(screen.getByRole('button', { name: 'Post Reply' }))
	await isSent()
	await user.type(field(), 'And a com')
	release()
	await waitFor(() => expect(screen.queryByLabelText('Your reply')).toBeNull())
	await user.keyboard('ment')
	expect(field().value).toBe('And a comment')
})

test('asks before it cancels a reply, then discards the text', async () => {
	const { user } = await show()
	await user.click(replyButton())
	await user.type(field('Your reply'), 'Never mind')
	await user.click(screen.getByRole('button', { name: 'Cancel' }))
	await user.click(screen.getByRole('button', { name: 'Keep editing' }))
	expect(field('Your reply').value).toBe('Never mind')
	await user.click(screen.getByRole('button', { name: 'Cancel' }))
	await user.click(screen.getByRole('button', { name: 'Discard' }))
	expect(document.activeElement).toBe(replyButton())
	await user.click(replyButton())
	expect(field('Your reply').value).toBe('')
	expect(localStorage).toHaveLength(0)
})

test('a reply to a reply mentions its author once', async () => {
	replies = [{ ...makeComment('r1', 'A reply', 'c1'), userId: 'u2', user: { name: 'Ruth', username: 'ruth' } }]
	comments = [{ ...makeComment('c1', 'The first comment'), newReplyCount: 1 }]
	const { user } = await show()
	// New replies are expanded from the start.
	expect(await screen.findByText('A reply')).toBeDefined()
	await user.click(screen.getByRole('button', { name: 'Reply to Ruth' }))
	expect(field('Your reply').value).toBe('@ruth ')
	expect(document.activeElement).toBe(field('Your reply'))
	await user.type(field('Your reply'), 'I agree')
	// A second press does not add a second mention.
	await user.click(screen.getByRole('button', { name: 'Reply to Ruth' }))
	expect(field('Your reply').value).toBe('@ruth I agree')
})

test('an edit starts with the text, and actions depend on the viewer', async () => {
	replies = [{ ...makeComment('r1', 'A reply', 'c1'), userId: 'u2', user: { name: 'Ruth', username: 'ruth' } }]
	comments = [{ ...makeComment('c1', 'The first comment'), newReplyCount: 1 }]
	const { user } = await show()
	const actionsOf = (name: string) =>
		within(screen.getByRole('article', { name }))
			.getAllByRole('button')
			.map((button) => button.textContent)
	await screen.findByText('A reply')
	expect(actionsOf('Comment by Ruth')).toEqual(['Reply', 'Mark as helpful', 'Copy link', 'Report'])
	expect(actionsOf('Comment by Dana').slice(0, 5)).toEqual(['Hide 1 reply', 'Reply', 'Edit', 'Delete', 'Copy link'])
	await user.click(screen.getByRole('button', { name: 'Edit' }))
	expect(field('Edit your comment').value).toBe('The first comment')
	expect(document.activeElement).toBe(field('Edit your comment'))
})

test('a comment that its author deleted keeps its replies, and offers its author only a reply', async () => {
	replies = [{ ...makeComment('r1', 'A reply', 'c1'), userId: 'u2', user: { name: 'Ruth', username: 'ruth' } }]
	comments = [{ ...makeComment('c1', 'The first comment'), newReplyCount: 1 }]
	const { user } = await show()
	await user.click(screen.getByRole('button', { name: /^Delete/ }))
	expect(screen.getByText(/^Your text is removed for everyone\. The replies stay\./)).toBeDefined()
	answerCalls({
		'DELETE /api/comments/c1'() {
			comments = comments.map((one) => ({ ...one, content: DELETED, isDeleted: true, newReplyCount: 0 }))
			return undefined
		},
		'GET /api/modules/m1/comments': () => comments,
	})
	await user.click(screen.getByRole('button', { name: 'Delete' }))
	const article = within((await screen.findByText(DELETED)).closest('article') as HTMLElement)
	expect(article.getByText('A reply')).toBeDefined()
	expect(article.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
		...['Hide 1 reply', 'Reply', 'Copy link'],
		...['Reply', 'Copy link', 'Report'],
	])
})

test('asks before it deletes a comment, and keeps the focus in the discussion', async () => {
	const { user } = await show()
	await user.click(screen.getByRole('button', { name: /^Delete/ }))
	await user.click(screen.getByRole('button', { name: 'Delete' }))
	expect(await screen.findByText('No comments yet. Yours can be the first.')).toBeDefined()
	await waitFor(() => expect(document.activeElement).not.toBe(document.body))
	expect(document.activeElement?.contains(screen.getByText(/^No comments yet/))).toBe(true)
})

test('a hidden comment is shown as hidden, with its replies', async () => {
	replies = [{ ...makeComment('r1', 'A reply', 'c1'), userId: 'u2', user: { name: 'Ruth', username: 'ruth' } }]
	const hidden = { hidden: { reason: null }, userId: '', user: { name: '', username: '' }, newReplyCount: 1 }
	comments = [{ ...makeComment('c1', ''), ...hidden }, makeComment('c2', 'The first comment')]
	await show()
	const place = within(screen.getByRole('article', { name: 'Hidden comment' }))
	expect(place.getByText('This comment is hidden.')).toBeDefined()
	expect(await place.findByText('A reply')).toBeDefined()
	expect(place.queryByRole('button', { name: /^Restore/ })).toBeNull()
})
