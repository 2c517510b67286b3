import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Attendance } from '../contract.ts'
import { putAttendance, readAttendance, reportBeat } from '../queries.ts'
import type { Playback } from './playback.ts'
import { type Obstacle, Reporter, type SentBeat } from './reporter.ts'

/** Interval of the beats, in milliseconds. */
const BEAT_MS = 10_000

/** Sends pending stretches regularly and when the page is left. Returns a function that sends the rest and stops. */
function sendRegularly(reporter: Reporter): () => void {
	const timer = setInterval(() => void reporter.flush(), BEAT_MS)
	const flushOnLeave = () => void reporter.flush(true)
	window.addEventListener('pagehide', flushOnLeave)
	document.addEventListener('astro:before-swap', flushOnLeave)
	return () => {
		clearInterval(timer)
		window.removeEventListener('pagehide', flushOnLeave)
		document.removeEventListener('astro:before-swap', flushOnLeave)
		flushOnLeave()
	}
}

/**
 * Reports playback while an attendance is open. The server stores it, so a reload loses only the last seconds.
 * @returns the current obstacle, and a function that sends the stretches that waited for a code.
 */
export function useReporter(attendance: Attendance, playback: Playback | undefined) {
	const [obstacle, setObstacle] = useState<Obstacle | null>(null)
	const reporter = useRef<Reporter>(undefined)
	const latest: RefObject<Attendance> = useRef(attendance)
	latest.current = attendance
	const isOpen = attendance.state === 'open' && attendance.mode === 'watch'
	// biome-ignore lint/correctness/useExhaustiveDependencies: another attendance has another reporter
	useEffect(() => {
		if (!playback || !isOpen) return
		const { id } = latest.current
		const current = new Reporter(latest.current, {
			send: ({ sequence, from, to, rate, isVisible, isSeek }: SentBeat, isLeaving) =>
				reportBeat(id, { sequence, from, to, rate, isVisible, isSeek }, isLeaving),
			read: () => readAttendance(id),
			pause: () => playback.pause(),
			onResponse: putAttendance,
			onObstacle: setObstacle,
			now: () => performance.now(),
		})
		reporter.current = current
		const cleanups = [playback.follow((report) => current.report(report)), sendRegularly(current)]
		return () => {
			for (const cleanup of cleanups) cleanup()
		}
	}, [attendance.id, playback, isOpen])
	const onCodeEntered = useCallback((next: Attendance) => {
		reporter.current?.update(next)
		void reporter.current?.flush()
	}, [])
	return { obstacle, onCodeEntered }
}
