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
	const refetch = vi.fn()
	const instants = ['2026-11-05T10:00:00Z', '2026-11-05T09:00:00Z']
	const { rerender } = renderHook(({ instants }) => useRelease(instants, refetch), { initialProps: { instants } })
	vi.advanceTimersByTime(60 * 60_000)
	expect(refetch).not.toHaveBeenCalled()
	vi.advanceTimersByTime(2_000)
	expect(refetch).toHaveBeenCalledTimes(1)
	vi.advanceTimersByTime(10_000)
	expect(refetch).toHaveBeenCalledTimes(2)
	rerender({ instants: ['2026-11-05T10:00:00Z'] })
	vi.advanceTimersByTime(30 * 60_000)
	expect(refetch).toHaveBeenCalledTimes(2)
})

test('does not refetch in a hidden tab, but does when the tab is shown', () => {
	const refetch = vi.fn()
	const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
	renderHook(() => useRelease(['2026-11-05T08:00:01Z'], refetch))
	vi.advanceTimersByTime(60_000)
	expect(refetch).not.toHaveBeenCalled()
	visibility.mockReturnValue('visible')
	document.dispatchEvent(new Event('visibilitychange'))
	expect(refetch).toHaveBeenCalledTimes(1)
	visibility.mockRestore()
})

test('never refetches without a release', () => {
	const refetch = vi.fn()
	renderHook(() => useRelease([], refetch))
	vi.advanceTimersByTime(24 * 60 * 60_000)
	expect(refetch).not.toHaveBeenCalled()
})
