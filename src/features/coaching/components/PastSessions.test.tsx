import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Session } from '../contract.ts'
import { PastSessions } from './PastSessions.tsx'

const sessions = Array.from(
	{ length: 30 },
	(_, number): Session => ({
		id: `s${number}`,
		title: `Call ${number}`,
		description: null,
		scheduledAt: new Date(Date.UTC(2026, 0, 30 - number)).toISOString(),
		durationMinutes: 60,
		timeZone: 'America/New_York',
		zoomLink: 'https://zoom.example/j/1',
		ownTopic: null,
		ownTopicId: null,
		ownTopicVersion: null,
		topicCount: null,
		seriesId: null,
		version: 1,
	}),
)

const allLoaded = { olderCount: 0, loading: false, error: null, onOlder: () => {} }

afterEach(() => {
	window.location.hash = ''
})

test('shows a year of past sessions, and more with the button', () => {
	render(<PastSessions sessions={sessions} {...allLoaded} />)
	expect(screen.getByText('Past sessions (30)')).toBeTruthy()
	expect(screen.getAllByRole('heading', { hidden: true }).map(({ textContent }) => textContent)).toEqual(
		sessions.slice(0, 12).map(({ title }) => title),
	)
	fireEvent.click(screen.getByText('Show more'))
	fireEvent.click(screen.getByText('Show more'))
	expect(screen.getAllByRole('heading', { hidden: true })).toHaveLength(30)
	expect(screen.queryByText('Show more')).toBeNull()
})

test('opens an older session from a link', () => {
	const scrollIntoView = vi.fn()
	Element.prototype.scrollIntoView = scrollIntoView
	window.location.hash = '#session-s20'
	render(<PastSessions sessions={sessions} {...allLoaded} />)
	const row = document.getElementById('session-s20')
	expect(row?.closest('details')?.open).toBe(true)
	expect(scrollIntoView.mock.contexts).toEqual([row])
})

test('fetches older sessions with the button, and again after a failure', () => {
	const onOlder = vi.fn()
	const recent = { sessions: sessions.slice(0, 12), olderCount: 18, loading: false, error: null, onOlder }
	const { rerender } = render(<PastSessions {...recent} />)
	expect(screen.getByText('Past sessions (30)')).toBeTruthy()
	expect(onOlder).not.toHaveBeenCalled()
	fireEvent.click(screen.getByText('Show more'))
	expect(onOlder).toHaveBeenCalledTimes(1)
	expect(screen.getAllByRole('heading', { hidden: true })).toHaveLength(12)
	rerender(<PastSessions {...recent} error={new Error('No connection.')} />)
	expect(screen.getByText('Failed to load more')).toBeTruthy()
	expect(screen.getByText('No connection.')).toBeTruthy()
	fireEvent.click(screen.getByText('Show more'))
	expect(onOlder).toHaveBeenCalledTimes(2)
	rerender(<PastSessions sessions={sessions} {...allLoaded} />)
	expect(screen.queryByText('Failed to load more')).toBeNull()
	expect(screen.getAllByRole('heading', { hidden: true })).toHaveLength(24)
	fireEvent.click(screen.getByText('Show more'))
	expect(onOlder).toHaveBeenCalledTimes(2)
	expect(screen.getAllByRole('heading', { hidden: true })).toHaveLength(30)
})

test('fetches once and scrolls there when a link points to a session that is not on the page', () => {
	const scrollIntoView = vi.fn()
	const onOlder = vi.fn()
	Element.prototype.scrollIntoView = scrollIntoView
	window.location.hash = '#session-s20'
	const recent = { sessions: sessions.slice(0, 12), olderCount: 18, error: null, onOlder }
	const { rerender } = render(<PastSessions {...recent} loading={false} />)
	rerender(<PastSessions {...recent} sessions={[...recent.sessions]} loading />)
	expect(onOlder).toHaveBeenCalledTimes(1)
	expect(scrollIntoView).not.toHaveBeenCalled()
	rerender(<PastSessions sessions={sessions} {...allLoaded} />)
	const row = document.getElementById('session-s20')
	expect(row?.closest('details')?.open).toBe(true)
	expect(scrollIntoView.mock.contexts).toEqual([row])
})

test('shows no button for a few sessions', () => {
	render(<PastSessions sessions={sessions.slice(0, 12)} {...allLoaded} />)
	expect(screen.queryByRole('status', { hidden: true })).toBeNull()
})

test('shows all sessions without a button on the page with all past sessions', () => {
	render(<PastSessions sessions={sessions} {...allLoaded} showsAll />)
	expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(
		sessions.map(({ title }) => title),
	)
	expect(screen.queryByText('Show more')).toBeNull()
})
