import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Session } from '../contract.ts'
import { NextSession } from './NextSession.tsx'

const session: Session = {
	id: 's1',
	title: 'Fees that hold',
	description: null,
	scheduledAt: '2026-12-04T01:00:00.000Z',
	durationMinutes: 60,
	timeZone: 'Asia/Tokyo',
	zoomLink: 'https://zoom.example/j/1',
	ownTopic: null,
	ownTopicId: null,
	ownTopicVersion: null,
	topicCount: null,
	seriesId: null,
	version: 1,
}
const join = () => screen.queryByRole('link', { name: /Join Zoom Meeting/ })

/** Advances the timers minute by minute, since each tick sets the next one. */
function advanceMinutes(minutes: number): void {
	for (let each = 0; each < minutes; each++) act(() => void vi.advanceTimersByTime(60_000))
}

beforeEach(() => {
	vi.useFakeTimers({ now: Date.parse('2026-12-04T00:40:30Z') })
	vi.spyOn(globalThis, 'fetch')
})
afterEach(() => vi.useRealTimers())

test('updates the remaining time without requests: far, near, begun, over', () => {
	render(<NextSession sessions={[session]} userId="u1" now={Date.parse('2026-12-04T00:40:30Z')} />)
	expect(screen.getByText('In 20 minutes')).toBeTruthy()
	expect(join()).toBeNull()
	act(() => void vi.advanceTimersByTime(30_000))
	advanceMinutes(4)
	expect(screen.getByText('In 15 minutes')).toBeTruthy()
	expect(join()?.className).toContain('btn-primary')
	advanceMinutes(15)
	expect(screen.getByText('Now')).toBeTruthy()
	advanceMinutes(60)
	expect(screen.getByText(/^No upcoming sessions\./)).toBeTruthy()
	expect(join()).toBeNull()
	expect(fetch).not.toHaveBeenCalled()
})

test('catches up immediately on a page that wakes after hours', () => {
	render(<NextSession sessions={[session]} userId="u1" now={Date.now()} />)
	vi.setSystemTime(Date.parse('2026-12-04T01:10:30Z'))
	act(() => void window.dispatchEvent(new Event('pageshow')))
	expect(screen.getByText('Now')).toBeTruthy()
})

test("shows day and time in the session's zone on the server and in the viewer's zone in the browser", () => {
	const text = (html: string) => html.replaceAll(/<[^>]+>/g, ' ')
	const now = Date.parse('2026-12-01T00:00:00Z')
	expect(text(renderToString(<NextSession sessions={[session]} userId="u1" now={now} />))).toMatch(
		/Dec\s+4\s.*10:00 AM/s,
	)
	const { container } = render(<NextSession sessions={[session]} userId="u1" now={now} />)
	const localStart = new Date(session.scheduledAt)
	expect(container.querySelector('.date-block')?.textContent).toBe(`Dec${localStart.getDate()}`)
})
