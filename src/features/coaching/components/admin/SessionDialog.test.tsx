import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PROBLEM_TYPE } from '#src/lib/api/version.ts'
import { pressEscape } from '#tests/support/site/dialog.ts'
import { answerCalls } from '#tests/support/site/island-server.ts'
import { SessionDialog } from './SessionDialog.tsx'
import { SessionManager } from './SessionManager.tsx'

const session = {
	id: 's1',
	title: 'Pricing a flat fee',
	description: null,
	scheduledAt: '2020-05-04T18:00:00.000Z',
	durationMinutes: 60,
	timeZone: 'America/New_York',
	zoomLink: 'https://zoom.example/j/1',
	ownTopic: null,
	ownTopicId: null,
	ownTopicVersion: null,
	topicCount: 0,
	seriesId: null,
	version: 1,
}

async function fill(localTime: string) {
	const user = userEvent.setup()
	await user.type(screen.getByLabelText('Title'), 'Pricing a flat fee')
	await user.type(screen.getByLabelText('Zoom link'), 'https://zoom.example/j/1')
	fireEvent.change(screen.getByLabelText('Date and time'), { target: { value: localTime } })
	await user.click(screen.getByRole('button', { name: 'Create Session' }))
	return user
}
const question = () => screen.queryByRole('alertdialog', { name: 'This time has passed' })

test('asks to confirm a session in the past, then can save it', async () => {
	const calls = answerCalls({ 'POST /api/coaching/sessions': () => session })
	const onClose = vi.fn()
	render(<SessionDialog onClose={onClose} />)
	const user = await fill('2020-05-04T14:00')
	await waitFor(() => expect(question()).not.toBeNull())
	expect(question()?.textContent).toContain('May 4th, 2020 at 2:00 PM')
	await user.click(screen.getAllByRole('button', { name: 'Cancel' }).at(-1) as HTMLElement)
	expect(question()).toBeNull()
	expect(calls).toEqual([])
	await user.click(screen.getByRole('button', { name: 'Create Session' }))
	await user.click(await screen.findByRole('button', { name: 'Save as past session' }))
	await waitFor(() => expect(onClose).toHaveBeenCalled())
	expect(calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /api/coaching/sessions'])
})

test('saves a future session, or a past one with the same time, without a confirmation', async () => {
	const calls = answerCalls({
		'POST /api/coaching/sessions': () => session,
		'PATCH /api/coaching/sessions/s1': () => session,
	})
	const onClose = vi.fn()
	const { rerender } = render(<SessionDialog key="new" onClose={onClose} />)
	const user = await fill('2999-05-04T14:00')
	await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
	rerender(<SessionDialog key="old" session={session} onClose={onClose} />)
	await user.type(screen.getByLabelText('Title'), ', and more')
	await user.click(screen.getByRole('button', { name: 'Save Session' }))
	await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2))
	expect(calls).toContain('PATCH /api/coaching/sessions/s1')
})

test('asks before Escape discards input', async () => {
	const onClose = vi.fn()
	render(<SessionDialog onClose={onClose} />)
	const dialog = screen.getByRole('dialog', { name: 'Create Session' })
	await userEvent.setup().type(screen.getByLabelText('Title'), 'P')
	act(() => pressEscape(dialog))
	expect(screen.queryByRole('alertdialog', { name: 'Discard what you typed?' })).not.toBeNull()
	expect(onClose).not.toHaveBeenCalled()
})

test("shows another admin's change next to the input, and replaces only that on the next save", async () => {
	const theirs = { ...session, title: 'Pricing by the hour', version: 2 }
	const problem = { detail: 'This session has changed.', current: theirs }
	const conflict = Response.json(problem, { status: 409, headers: { 'Content-Type': PROBLEM_TYPE } })
	const sent: unknown[] = []
	answerCalls({
		'PATCH /api/coaching/sessions/s1': (body) => {
			sent.push((body as { version: number }).version)
			return sent.length === 1 ? conflict : theirs
		},
		'GET /api/coaching/sessions': () => [theirs],
	})
	render(<SessionManager order={{ sort: '', order: '' }} initial={[session]} clubZone="" now={0} />)
	const user = userEvent.setup()
	await user.click(screen.getByRole('button', { name: 'Edit Pricing a flat fee' }))
	await user.type(screen.getByLabelText('Title'), ', and more')
	await user.click(screen.getByRole('button', { name: 'Save Session' }))
	const dialog = screen.getByRole('dialog', { name: 'Edit Session' })
	const title = await within(dialog).findByRole('group', { name: 'Title' })
	expect(title.textContent).toBe('TitleYoursPricing a flat fee, and moreLatest versionPricing by the hour')
	expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('Pricing a flat fee, and more')
	await user.click(screen.getByRole('button', { name: 'Save Session' }))
	await waitFor(() => expect(sent).toEqual([session.version, theirs.version]))
})
