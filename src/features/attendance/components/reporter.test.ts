import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#src/lib/api/errors.ts'
import type { Attendance } from '../contract.ts'
import { type Obstacle, Reporter, type SentBeat } from './reporter.ts'

const open: Attendance = {
	...{ id: 'a1', kind: 'module', refId: 'm1', title: 'Escrow', mode: 'watch', state: 'open' },
	...{ lengthMs: 120_000, confirmedMs: 0, requiredMs: 117_600, codesEntered: 0, codesShown: 0, prompt: null },
	...{ sequence: 4, positionMs: null, maxRate: 1, live: null, missing: 'Watch 2 more minutes to finish' },
	...{ affirmation: 'I, Nora Bell, took part in the whole of this programme.', certificates: [], mayEvaluate: false },
}
const OFFLINE = new Error('We could not reach the server.')

let now = 0
let sent: SentBeat[] = []
let obstacles: (Obstacle | null)[] = []
let answers: ((beat: SentBeat) => Attendance)[] = []
const pause = vi.fn()
const onResponse = vi.fn()
const read = vi.fn<() => Promise<Attendance>>()
const counts = (beat: SentBeat): Attendance => ({ ...open, sequence: beat.sequence, positionMs: beat.to })
const fails = (error: Error) => () => {
	throw error
}

beforeEach(() => {
	;[now, sent, obstacles, answers] = [0, [], [], []]
	vi.resetAllMocks()
})

const reporter = (attendance = open) =>
	new Reporter(attendance, {
		async send(beat) {
			sent.push(beat)
			return (answers.shift() ?? counts)(beat)
		},
		...{ read, pause, onResponse, now: () => now },
		onObstacle: (obstacle) => obstacles.push(obstacle),
	})

/** Plays a part at a rate, with one report per second of content. */
function play(to: Reporter, from: number, until: number, rate = 1) {
	const report = (position: number) => to.report({ position, rate, isPlaying: true, isVisible: true })
	report(from)
	for (let position = from + 1_000; position <= until; position += 1_000) {
		now += 1_000 / rate
		report(position)
	}
}

test('numbers beats after the last one and marks jumps', async () => {
	const one = reporter()
	play(one, 30_000, 40_000)
	await one.flush()
	play(one, 40_000, 50_000)
	await one.flush()
	play(one, 90_000, 95_000)
	await one.flush()
	expect(sent.map(({ sequence, from, to, isSeek }) => [sequence, from, to, isSeek])).toEqual([
		[5, 30_000, 40_000, true],
		[6, 40_000, 50_000, false],
		[7, 90_000, 95_000, true],
	])
})

test('sends nothing while nothing plays, and sends immediately on a pause', async () => {
	const one = reporter()
	await one.flush()
	expect(sent).toEqual([])
	play(one, 0, 3_000)
	one.report({ position: 3_000, rate: 1, isPlaying: false, isVisible: true })
	await vi.waitFor(() => expect(sent).toMatchObject([{ from: 0, to: 3_000 }]))
})

test('pauses for a code, holds the rest back, and sends it after the code', async () => {
	const asks = { ...open, sequence: 4, prompt: { code: 'K7QF' } }
	answers = [() => asks]
	const one = reporter()
	play(one, 0, 10_000)
	await one.flush()
	expect(pause).toHaveBeenCalledTimes(1)
	expect(onResponse).toHaveBeenLastCalledWith(asks)
	play(one, 10_000, 11_000)
	expect(pause).toHaveBeenCalledTimes(3)
	one.update({ ...asks, prompt: null })
	await one.flush()
	expect(sent.map(({ sequence, from, to }) => [sequence, from, to])).toEqual([
		[5, 0, 10_000],
		[5, 0, 10_000],
	])
})

test('does not count playback that is faster than allowed, and says so', async () => {
	const one = reporter()
	play(one, 0, 10_000, 2)
	await one.flush()
	expect([sent, obstacles]).toEqual([[], [{ kind: 'fast' }]])
	play(one, 10_000, 12_000)
	await one.flush()
	expect(sent).toMatchObject([{ from: 10_000, to: 12_000, isSeek: true }])
	expect(obstacles.at(-1)).toBeNull()
})

test('sends late beats after a lost connection, without the ones that were counted', async () => {
	answers = [fails(OFFLINE)]
	read.mockResolvedValue({ ...open, sequence: 5, positionMs: 10_000 })
	const one = reporter()
	play(one, 0, 10_000)
	await one.flush()
	expect(obstacles).toEqual([{ kind: 'away', isLong: false }])
	play(one, 10_000, 20_000)
	await one.flush()
	expect(sent.map(({ sequence, from, isSeek }) => [sequence, from, isSeek])).toEqual([
		[5, 0, true],
		[6, 10_000, false],
	])
	expect(obstacles.at(-1)).toBeNull()
})

test('resends a beat that never arrived', async () => {
	answers = [fails(new ApiError(503, 'busy'))]
	read.mockResolvedValue(open)
	const one = reporter()
	play(one, 0, 10_000)
	await one.flush()
	await one.flush()
	expect(sent.map(({ sequence, from }) => [sequence, from])).toEqual([
		[5, 0],
		[5, 0],
	])
})

test('pauses after a minute without the server, and continues once it is back', async () => {
	answers = [fails(OFFLINE)]
	read.mockRejectedValue(OFFLINE)
	const one = reporter()
	play(one, 0, 10_000)
	await one.flush()
	play(one, 10_000, 69_000)
	await one.flush()
	expect(pause).not.toHaveBeenCalled()
	now += 1_000
	await one.flush()
	expect(obstacles.at(-1)).toEqual({ kind: 'away', isLong: true })
	expect(pause).toHaveBeenCalledTimes(1)
	play(one, 69_000, 70_000)
	read.mockResolvedValue(open)
	await one.flush()
	expect(sent.slice(1).map(({ from, to }) => [from, to])).toEqual([
		[0, 10_000],
		[10_000, 69_000],
	])
	expect(obstacles.at(-1)).toBeNull()
})

test('stops permanently if the server rejects a beat', async () => {
	const refusal = new ApiError(409, 'Time does not add up. Reload the page to go on.')
	answers = [fails(refusal)]
	const one = reporter()
	play(one, 0, 10_000)
	await one.flush()
	play(one, 10_000, 20_000)
	await one.flush()
	expect(sent).toHaveLength(1)
	expect(pause).toHaveBeenCalledTimes(1)
	expect(obstacles).toEqual([{ kind: 'over', error: refusal }])
})

test('reports nothing for an attendance that is over', async () => {
	const one = reporter({ ...open, state: 'complete' })
	play(one, 0, 10_000)
	await one.flush()
	expect(sent).toEqual([])
})
