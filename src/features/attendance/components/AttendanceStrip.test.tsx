import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import { answerCalls } from '#tests/support/site/island-server.ts'
import type { Attendance, FoundAttendance } from '../contract.ts'
import type { ActivityRef } from '../queries.ts'
import { AttendanceStrip } from './AttendanceStrip.tsx'
import type { Playback } from './playback.ts'
import type { Report } from './played.ts'

const of: ActivityRef = { kind: 'module', refId: 'm1' }
const offer: NonNullable<FoundAttendance['offer']> = {
	...{ title: 'Escrow', minutes: 54, mode: 'watch', accredited: ['California', 'New York'], refusal: null },
}
const open: Attendance = {
	...{ id: 'a1', kind: 'module', refId: 'm1', title: 'Escrow', mode: 'watch', state: 'open' },
	...{ lengthMs: 3_240_000, confirmedMs: 779_000, requiredMs: 3_175_200, codesEntered: 1, codesShown: 2, prompt: null },
	...{ sequence: 4, positionMs: null, maxRate: 1, live: null, missing: 'Watch 42 more minutes to finish' },
	...{ affirmation: 'I, Nora Bell, took part in the whole of this programme.', certificates: [], mayEvaluate: false },
}

const hearers = new Set<(report: Report) => void>()
const hear = (report: Report) => {
	for (const each of hearers) each(report)
}
const playback = {
	follow: vi.fn<Playback['follow']>(),
	pause: vi.fn<Playback['pause']>(),
	reportsPlayback: vi.fn<Playback['reportsPlayback']>(),
	leaveFullScreen: vi.fn<Playback['leaveFullScreen']>(),
} satisfies Playback

const FIND = 'GET /api/attendance'
const show = (found: FoundAttendance, more: Parameters<typeof answerCalls>[0] = {}, shown = of) => {
	const calls = answerCalls({ [FIND]: () => found, ...more })
	render(<AttendanceStrip of={shown} playback={playback} />)
	return calls
}
const button = (name: string) => screen.findByRole('button', { name })
const report = (position: number): Report => ({ position, rate: 1, isPlaying: true, isVisible: true })

beforeEach(() => {
	playback.follow.mockImplementation((to) => {
		hearers.add(to)
		return () => hearers.delete(to)
	})
	playback.leaveFullScreen.mockResolvedValue()
	playback.reportsPlayback.mockReturnValue(true)
})
afterEach(() => {
	cleanup()
	queryClient.clear()
	vi.useRealTimers()
	vi.unstubAllGlobals()
	vi.resetAllMocks()
})

test('offers an attendance and starts it', async () => {
	const calls = show(
		{ offer, attendance: null },
		{ 'POST /api/attendance': () => ({ ...open, confirmedMs: 0, codesEntered: 0, codesShown: 0 }) },
	)
	expect(await screen.findByText(/Accredited in California and New York/)).toBeDefined()
	await userEvent.setup().click(await button('Start attendance'))
	expect(await screen.findByText('0 of 54 minutes confirmed.')).toBeDefined()
	expect(calls).toEqual([FIND, 'POST /api/attendance'])
})

test('says why an attendance cannot be started', async () => {
	show({ offer: { ...offer, refusal: 'You have credit for this programme already' }, attendance: null })
	expect(await screen.findByText(/You have credit for this programme already/)).toBeDefined()
	expect(screen.queryByRole('button')).toBeNull()
})

test('shows nothing if no attendance is offered', async () => {
	show({ offer: null, attendance: null })
	expect(screen.getByText('Loading your attendance...')).toBeDefined()
	await waitFor(() => expect(screen.queryByText('Attendance for credit')).toBeNull())
})

test('says if the attendance could not be loaded', async () => {
	answerCalls({ [FIND]: () => new Response('Not for you', { status: 403 }) })
	render(<AttendanceStrip of={of} />)
	expect(await screen.findByText('Your attendance could not be loaded')).toBeDefined()
	expect(await button('Try again')).toBeDefined()
})

test('shows the progress and reports playback every ten seconds', async () => {
	vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'performance'] })
	const beats: unknown[] = []
	show(
		{ offer: null, attendance: open },
		{
			'POST /api/attendance/a1/beats': (body) => {
				beats.push(body)
				return { ...open, sequence: 5, confirmedMs: 840_000 }
			},
		},
	)
	expect(await screen.findByText('12 of 54 minutes confirmed. Code 1 of 2 entered.')).toBeDefined()
	hear(report(60_000))
	await act(() => vi.advanceTimersByTimeAsync(9_000))
	hear(report(69_000))
	expect(beats).toEqual([])
	await act(() => vi.advanceTimersByTimeAsync(2_000))
	await waitFor(() => expect(screen.getByText(/^14 of 54 minutes confirmed/)).toBeDefined())
	expect(beats).toEqual([{ sequence: 5, from: 60_000, to: 69_000, rate: 1, isVisible: true, isSeek: true }])
})

test('asks for a code outside the player and continues after the right one', async () => {
	const typed: unknown[] = []
	show(
		{ offer: null, attendance: { ...open, prompt: { code: 'K7QF' } } },
		{
			'POST /api/attendance/a1/codes': (body) => {
				typed.push(body)
				if (typed.length === 1) return new Response('That is not the code on the screen', { status: 400 })
				return { ...open, codesEntered: 2 }
			},
		},
	)
	const user = userEvent.setup()
	const dialog = await screen.findByRole('dialog', { name: 'Are you still with us?' })
	expect(playback.pause).toHaveBeenCalled()
	expect(playback.leaveFullScreen).toHaveBeenCalledTimes(1)
	expect(dialog.getAttribute('aria-describedby')).not.toBeNull()
	expect(within(dialog).getByText('The code is K 7 Q F.')).toBeDefined()
	const field = within(dialog).getByLabelText('Code')
	expect(document.activeElement).toBe(field)
	await user.type(field, 'k7qa{Enter}')
	expect(await within(dialog).findByText('That is not the code on the screen')).toBeDefined()
	await user.clear(field)
	await user.type(field, 'k7qf{Enter}')
	expect(await screen.findByText(/Code 2 of 2 entered/)).toBeDefined()
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	expect(typed).toEqual([{ code: 'k7qa' }, { code: 'k7qf' }])
})

test('keeps the recording paused if the member closes the dialog', async () => {
	show({ offer: null, attendance: { ...open, prompt: { code: 'K7QF' } } })
	await screen.findByRole('dialog')
	fireEvent.click(screen.getByRole('button', { name: 'Close' }))
	expect(screen.queryByRole('dialog')).toBeNull()
	fireEvent.click(await button('Enter the code to go on'))
	expect(screen.getByRole('dialog')).toBeDefined()
	fireEvent.click(screen.getByRole('button', { name: 'Close' }))
	act(() => hear(report(0)))
	expect(await screen.findByRole('dialog')).toBeDefined()
})

test('takes the affirmation and links to the certificate and the credit', async () => {
	const sent: Array<{ name: string }> = []
	show(
		{ offer: null, attendance: { ...open, missing: null } },
		{
			'POST /api/attendance/a1/complete': (body) => {
				sent.push(body as { name: string })
				if (sent.length === 1) return new Response('Type your name as in your profile', { status: 400 })
				return { ...open, state: 'complete', certificates: ['ABCDEFGHJKMNPQ23'], mayEvaluate: true }
			},
		},
	)
	const user = userEvent.setup()
	expect(await screen.findByText('I, Nora Bell, took part in the whole of this programme.')).toBeDefined()
	await user.type(screen.getByLabelText('Your name'), 'N. Bell{Enter}')
	expect(await screen.findByText('Type your name as in your profile')).toBeDefined()
	await user.clear(screen.getByLabelText('Your name'))
	await user.type(screen.getByLabelText('Your name'), 'Nora Bell{Enter}')
	const certificate = await screen.findByRole('link', { name: /^Certificate ABCD EFGH JKMN PQ23/ })
	expect(certificate.getAttribute('href')).toBe('/api/certificates/ABCDEFGHJKMNPQ23/file')
	expect(screen.getByRole('link', { name: 'Your credits' }).getAttribute('href')).toBe('/cle/credits')
	expect(screen.getByRole('button', { name: 'Evaluate this programme' })).toBeDefined()
	expect(sent.map(({ name }) => name)).toEqual(['N. Bell', 'Nora Bell'])
})

test('says if a player does not report playback', async () => {
	playback.reportsPlayback.mockReturnValue(false)
	show({ offer: null, attendance: open })
	expect(await screen.findByText(/^This player does not report how much you watch/)).toBeDefined()
})

test('takes spoken codes if no player can be followed', async () => {
	const spoken: Attendance = { ...open, mode: 'spoken', codesEntered: 0, codesShown: 0 }
	const calls = show(
		{ offer: null, attendance: spoken },
		{ 'POST /api/attendance/a1/codes': () => ({ ...spoken, codesEntered: 1, codesShown: 1 }) },
	)
	const user = userEvent.setup()
	await user.type(await screen.findByLabelText('Spoken code'), 'ELM42{Enter}')
	expect(await screen.findByText(/Code 1 of 1 entered/)).toBeDefined()
	expect((screen.getByLabelText('Spoken code') as HTMLInputElement).value).toBe('')
	expect(calls).toEqual([FIND, 'POST /api/attendance/a1/codes'])
})

test('checks in to a session and signs out', async () => {
	const live: Attendance = {
		...{ ...open, kind: 'session', mode: 'live', codesShown: 0, codesEntered: 0, missing: 'Enter the spoken code' },
		live: {
			...{ startsAt: '2026-11-29T12:00:00.000Z', endsAt: '2026-11-29T13:00:00.000Z', hasCodes: true },
			...{ checkedInAt: '2026-11-29T11:55:00.000Z', isMoved: false, signedOutAt: null, listedMinutes: null, proofs: 1 },
		},
	}
	show(
		{ offer: { ...offer, mode: 'live' }, attendance: null },
		{
			'POST /api/attendance': () => live,
			'POST /api/attendance/a1/sign-out': () => ({
				...live,
				missing: null,
				live: { ...live.live, signedOutAt: '2026-11-29T13:00:00.000Z', proofs: 2 },
			}),
		},
		{ kind: 'session', refId: 'm1' },
	)
	const user = userEvent.setup()
	await user.click(await button('Check in'))
	expect(await screen.findByText(/^You checked in at/)).toBeDefined()
	expect(screen.getByLabelText('Spoken code')).toBeDefined()
	await user.click(await button('Sign out of the session'))
	expect(await screen.findByText(/and signed out at/)).toBeDefined()
	expect(screen.getByLabelText('Your name')).toBeDefined()
})

test('asks for a new check-in after a session was moved', async () => {
	const moved: Attendance = {
		...{
			...open,
			kind: 'session',
			mode: 'live',
			codesShown: 0,
			codesEntered: 0,
			missing: 'The session is not over yet',
		},
		live: {
			...{ startsAt: '2026-11-29T12:00:00.000Z', endsAt: '2026-11-29T13:00:00.000Z', hasCodes: true },
			...{ checkedInAt: null, isMoved: true, signedOutAt: null, listedMinutes: null, proofs: 0 },
		},
	}
	const again = { ...moved, live: { ...moved.live, checkedInAt: '2026-11-29T11:55:00.000Z', isMoved: false } }
	show(
		{ offer: { ...offer, mode: 'live' }, attendance: moved },
		{ 'POST /api/attendance': () => again },
		{ kind: 'session', refId: 'm1' },
	)
	expect(await screen.findByText(/moved after you checked in/)).toBeDefined()
	expect(screen.queryByLabelText('Spoken code')).toBeNull()
	await userEvent.setup().click(await button('Check in'))
	expect(await screen.findByText(/^You checked in at/)).toBeDefined()
	expect(screen.getByLabelText('Spoken code')).toBeDefined()
	expect(screen.queryByRole('button', { name: 'Check in' })).toBeNull()
})

test.each<[Attendance['state'], RegExp]>([
	['review', /needs review/],
	['refused', /did not accept/],
	['ended', /replaced by one of a different length/],
])('explains the state of an attendance: %s', async (state, words) => {
	show({ offer: state === 'review' ? null : offer, attendance: { ...open, state } })
	expect(await screen.findByText(words)).toBeDefined()
	expect(screen.queryByRole('button', { name: 'Start attendance' }) !== null).toBe(state !== 'review')
})
