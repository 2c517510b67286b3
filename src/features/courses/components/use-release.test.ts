// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRelease } from './use-release.ts'

beforeEach(() => {
	vi.useFakeTimers({ now: Date.parse('2026-11-05T08:00:00Z') })
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
})

test('refetches from the first release on, until it is gone from the list', () => {
	const ask = vi.fn()
	const instants = ['2026-11-05T10:00:00Z', '2026-11-05T09:00:00Z']
	const { rerender } = renderHook(({ instants }) => useRelease(instants, ask), { initialProps: { instants } })
	vi.advanceTimersByTime(60 * 60_000)
	expect(ask).not.toHaveBeenCalled()
	vi.advanceTimersByTime(2_000)
	expect(ask).toHaveBeenCalledTimes(1)
	vi.advanceTimersByTime(10_000)
	expect(ask).toHaveBeenCalledTimes(2)
	rerender({ instants: ['2026-11-05T10:00:00Z'] })
	vi.advanceTimersByTime(30 * 60_000)
	expect(ask).toHaveBeenCalledTimes(2)
})

test('does not refetch in a hidden tab, but does when the tab is shown', () => {
	const ask = vi.fn()
	const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
	renderHook(() => useRelease(['2026-11-05T08:00:01Z'], ask))
	vi.advanceTimersByTime(60_000)
	expect(ask).not.toHaveBeenCalled()
	seen.mockReturnValue('visible')
	document.dispatchEvent(new Event('visibilitychange'))
	expect(ask).toHaveBeenCalledTimes(1)
	seen.mockRestore()
})

test('never refetches without a release', () => {
	const ask = vi.fn()
	renderHook(() => useRelease([], ask))
	vi.advanceTimersByTime(24 * 60 * 60_000)
	expect(ask).not.toHaveBeenCalled()
})
