import { and, eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { attendances } from '#db/schema/attendance.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { isSame } from '#src/platform/tokens.ts'
import * as contracts from '../contract.ts'
import { assertOpen } from './beats.ts'
import { progressOf } from './progress.ts'
import { codeOf, MAX_TRIES, promptsWith, readCode } from './prompts.ts'
import { type AttendanceRow, type Attending, findOwn, liveOf, promptsOf } from './rows.ts'
import { viewOf } from './view.ts'

const { errors } = contracts.enterCode

type Change = Partial<AttendanceRow>

/** Returns the change for the code of the prompt on the screen; undefined if the code is wrong. @throws {ApiError} */
function changeForPrompt(attending: Attending, code: string, now: number): Change | undefined {
	const { row } = attending
	const { prompt } = progressOf(attending, now)
	if (prompt === undefined) throw httpError(errors.none)
	if (!isSame(code, codeOf(row.seed, prompt))) return undefined
	// The time until the code was entered must not count as watched.
	return {
		codes: JSON.stringify(promptsWith(promptsOf(row), prompt, now)),
		...{ wrongTries: 0, lastBeatAt: new Date(now), spareMs: Math.min(0, row.spareMs) },
	}
}

/** Returns the change for a spoken code; undefined if the code is wrong. @throws {ApiError} */
function changeForSpokenCode({ row, activity }: Attending, code: string, now: number): Change | undefined {
	const live = liveOf(row)
	if (live.codes.some((entered) => entered.code === code)) throw httpError(errors.entered)
	if (!activity.spokenCodes.includes(code)) return undefined
	return { live: JSON.stringify({ ...live, codes: [...live.codes, { code, at: now }] }) }
}

/** Stores a change. Returns false if the attendance has changed since it was read. */
async function store({ row }: Attending, change: Change): Promise<boolean> {
	const isUnchanged = and(
		...[eq(attendances.id, row.id), eq(attendances.state, 'open'), eq(attendances.wrongTries, row.wrongTries)],
		...[eq(attendances.codes, row.codes), eq(attendances.live, row.live)],
	)
	return (await db().update(attendances).set(change).where(isUnchanged)).rowsAffected > 0
}

/** Checks a code. Returns undefined if the attendance has changed since it was read. @throws {ApiError} */
async function tryCode(attending: Attending, code: string, name: string): Promise<contracts.Attendance | undefined> {
	const { row } = attending
	const now = Date.now()
	const isShown = row.mode === 'watch'
	const change = isShown ? changeForPrompt(attending, code, now) : changeForSpokenCode(attending, code, now)
	if (change) {
		const isStored = await store(attending, change)
		return isStored ? viewOf({ ...attending, row: { ...row, ...change } }, name, now) : undefined
	}
	const wrongTries = row.wrongTries + 1
	const isLast = wrongTries >= MAX_TRIES
	if (!(await store(attending, { wrongTries, ...(isLast && { state: 'review' as const }) }))) return undefined
	throw httpError(isLast ? errors.review : isShown ? errors.wrong : errors.wrongSpoken)
}

/** Enough retries for every possible conflict: at most `MAX_TRIES` wrong codes are accepted. */
const ATTEMPTS = MAX_TRIES + 3

/** Enters a code. Concurrent codes are checked one after another, so that they allow no extra guesses. */
export const enterCode: Service<typeof contracts.enterCode> = async ({ params, body }, { user }) => {
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const attending = await findOwn(params.id, user.id)
		if (!attending) throw httpError(errors.unknown)
		assertOpen(attending)
		const entered = await tryCode(attending, readCode(body.code), user.name)
		if (entered) return entered
	}
	throw httpError(errors.over)
}
