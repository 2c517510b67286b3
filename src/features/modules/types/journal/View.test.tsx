import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import { PROBLEM_TYPE } from '#src/lib/api/version.ts'
import { answerCalls, held } from '#tests/support/site/island-server.ts'
import type { ReadingState } from '../../components/reading-state.ts'
import type { JournalEntry } from '../../journal-contract.ts'
import { View } from './View.tsx'

const READ = 'GET /api/modules/m1/journal'
const SAVE = 'POST /api/modules/m1/journal'

beforeEach(() => {
	localStorage.clear()
	queryClient.clear()
})

const member: ReadingState = {
	viewer: { id: 'u1', role: 'user' },
	isEnrolled: true,
	isCompleted: false,
	isSaving: false,
	complete() {},
}
const entryOf = (content: string, version = 1): JournalEntry => ({
	id: 'e1',
	content,
	instructorFeedback: null,
	feedbackAt: null,
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-01T00:00:00.000Z',
	version,
})

async function open(answers: Parameters<typeof answerCalls>[0], { viewer = 'u1', wordLimit = 0 } = {}) {
	const calls = answerCalls({ [READ]: () => null, ...answers })
	const additionalContent = JSON.stringify({ prompt: 'What surprised you?', guidelines: '', wordLimit })
	const reader: ReadingState = { ...member, viewer: { id: viewer, role: 'user' } }
	render(<View module={{ id: 'm1', title: 'Journal', type: 'journal', additionalContent }} readingState={reader} />)
	await screen.findByLabelText('Your entry')
	return { user: userEvent.setup(), calls }
}
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Your entry')
const save = () => screen.getByRole('button', { name: /^Sav/ })
const state = () => screen.getByRole('status').textContent

test('keeps the text after a failed save, even after a reload, and sends it with the next save', async () => {
	let isOffline = true
	const sent: unknown[] = []
	const answers = {
		[SAVE]: (body: unknown) => {
			sent.push(body)
			if (isOffline) throw new TypeError('Failed to fetch')
			return entryOf('The second call.')
		},
	}
	const { user } = await open(answers)
	await user.type(field(), 'The second call.')
	await user.click(save())
	await waitFor(() => expect(save().textContent).toBe('Save'))
	expect(field().value).toBe('The second call.')
	expect(state()).toBe('Not saved yet. A draft is kept in this browser.')
	cleanup()
	queryClient.clear()
	const { user: later } = await open(answers)
	expect(field().value).toBe('The second call.')
	isOffline = false
	await later.click(save())
	await waitFor(() => expect(state()).toMatch(/^Saved/))
	expect(sent).toEqual(Array(2).fill({ content: 'The second call.', version: 0 }))
	expect(localStorage).toHaveLength(0)
})

test('keeps text typed during a save as a draft, and does not send it twice', async () => {
	const { until, release } = held<JournalEntry>()
	const { user, calls } = await open({ [SAVE]: () => until })
	await user.type(field(), 'First')
	await user.click(save())
	await user.click(save())
	await user.type(field(), ' and second')
	release(entryOf('First'))
	await waitFor(() => expect(save().textContent).toBe('Save'))
	expect(field().value).toBe('First and second')
	expect(state()).toContain('Not saved yet')
	expect(calls.filter((call) => call === SAVE)).toHaveLength(1)
})

test('counts words, and saves an entry only within the limit', async () => {
	const { user, calls } = await open({ [SAVE]: () => entryOf('one two three') }, { wordLimit: 3 })
	await user.type(field(), 'one two three four')
	expect(screen.getByText('4 of 3 words. Shorten it by 1 to save it.')).toBeDefined()
	expect(field().getAttribute('aria-invalid')).toBe('true')
	expect(save()).toHaveProperty('disabled', true)
	await user.type(field(), '{Backspace}'.repeat(5))
	expect(field().getAttribute('aria-invalid')).toBeNull()
	await user.click(save())
	await waitFor(() => expect(calls).toContain(SAVE))
})

test('does not show an entry that failed to load as empty, and offers a retry', async () => {
	let isOffline = true
	answerCalls({
		[READ]: () => {
			if (isOffline) throw new TypeError('Failed to fetch')
			return entryOf('Written before')
		},
	})
	const module = { id: 'm1', title: 'Journal', type: 'journal', additionalContent: '{}' }
	render(<View module={module} readingState={member} />)
	expect(await screen.findByText('Failed to fetch journal entry')).toBeDefined()
	expect(screen.queryByLabelText('Your entry')).toBeNull()
	isOffline = false
	await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
	await waitFor(() => expect(field().value).toBe('Written before'))
})

const conflict = (current: JournalEntry) =>
	Response.json(
		{ detail: 'This entry has changed.', current },
		{ status: 409, headers: { 'Content-Type': PROBLEM_TYPE } },
	)

test.each([
	['a first entry', null, 0],
	['an entry', entryOf('Before', 5), 5],
])('shows %s saved in another tab next to the text, and replaces it only by choice', async (_, began, version) => {
	const sent: unknown[] = []
	const answers = {
		[READ]: () => began,
		[SAVE]: (body: unknown) => (sent.push(body) === 1 ? conflict(entryOf('Theirs', 8)) : entryOf('Mine', 9)),
	}
	const { user } = await open(answers)
	await user.clear(field())
	await user.type(field(), 'Mine')
	await user.click(save())
	const group = await screen.findByRole('group', { name: 'Your entry' })
	expect(group.textContent).toBe('Your entryYoursMineLatest versionTheirs')
	expect([field().value, state()]).toEqual(['Mine', 'Not saved yet. A draft is kept in this browser.'])
	await user.click(save())
	await waitFor(() => expect(state()).toMatch(/^Saved/))
	expect(sent).toEqual([
		{ content: 'Mine', version },
		{ content: 'Mine', version: 8 },
	])
})

test('shows a draft of an older entry next to the newer entry, which can be chosen', async () => {
	const { user } = await open({ [READ]: () => entryOf('Before', 5) })
	await user.type(field(), ' and after')
	cleanup()
	queryClient.clear()
	const { user: later } = await open({ [READ]: () => entryOf('Theirs', 8) })
	expect((await screen.findByRole('group', { name: 'Your entry' })).textContent).toContain('YoursBefore and after')
	await later.click(screen.getByRole('radio', { name: 'Latest version' }))
	expect([field().value, state()?.startsWith('Saved')]).toEqual(['Theirs', true])
})

test('bases the text on the conflicting entry when the module is opened again', async () => {
	const sent: unknown[] = []
	const answers = {
		[READ]: () => entryOf('Before', 5),
		[SAVE]: (body: unknown) => (sent.push(body) === 1 ? conflict(entryOf('Theirs', 8)) : entryOf('Mine', 9)),
	}
	const { user } = await open(answers)
	await user.type(field(), ' and after')
	await user.click(save())
	await screen.findByRole('group', { name: 'Your entry' })
	await user.type(field(), '!')
	cleanup()
	const { user: later } = await open(answers)
	expect(field().value).toBe('Before and after!')
	expect(screen.queryByRole('group', { name: 'Your entry' })).toBeNull()
	await later.click(save())
	await waitFor(() => expect(sent).toHaveLength(2))
	expect(sent[1]).toEqual({ content: 'Before and after!', version: 8 })
})

test('hides the draft from another member on the same machine', async () => {
	const { user } = await open({})
	await user.type(field(), 'Of a client')
	cleanup()
	queryClient.clear()
	await open({}, { viewer: 'u2' })
	expect(field().value).toBe('')
})
