import { counted } from '#src/lib/text/format-number.ts'
import { requiredMs, totalMs } from '../watched.ts'
import { openPrompt } from './prompts.ts'
import { type Attending, checkInOf, type Live, liveOf, promptsOf, type SessionTimes, watchedOf } from './rows.ts'

const MINUTE_MS = 60_000

/** The progress of an attendance. */
export interface Progress {
	confirmedMs: number
	requiredMs: number
	codesEntered: number
	/** Index of the prompt that waits for its code. */
	prompt: number | undefined
	/** Proofs of a session, out of three. */
	proofs: number
	/** Sentence that says what is missing; null if the attendance can be completed. */
	missing: string | null
}

/** Describes what is missing for a recording. The number of later codes is shown only at the end. */
function missingOf(missingMs: number, codes: number): string | null {
	const watch = missingMs > 0 && `watch ${counted(Math.ceil(missingMs / MINUTE_MS), 'more minute')}`
	const enter = codes > 0 && `enter ${counted(codes, 'more code')}`
	const words = [watch, enter].filter(Boolean).join(' and ')
	return words ? `${words.charAt(0).toUpperCase()}${words.slice(1)} to finish` : null
}

function watchProgress({ row }: Attending): Progress {
	const prompts = promptsOf(row)
	const confirmedMs = totalMs(watchedOf(row))
	const required = requiredMs(row.lengthMs)
	const prompt = openPrompt(prompts, confirmedMs, row.lengthMs)
	const entered = prompts.filter(({ enteredAt }) => enteredAt !== null).length
	const codes = confirmedMs < required ? Number(prompt !== undefined) : prompts.length - entered
	return {
		...{ confirmedMs, requiredMs: required, codesEntered: entered, prompt, proofs: 0 },
		missing: missingOf(required - confirmedMs, codes),
	}
}

/** Returns the number of spoken codes of an activity that have not been entered. */
const codesLeft = ({ activity }: Attending, { codes }: Live) =>
	activity.spokenCodes.filter((code) => !codes.some((entered) => entered.code === code)).length

const NO_CODES = 'This programme has no codes to enter now. Please tell an admin.'

/** Counts the time since the opening, because no player reports playback. */
function spokenProgress(attending: Attending, now: number): Progress {
	const { row, activity } = attending
	const live = liveOf(row)
	const passedMs = (row.endedAt?.getTime() ?? now) - row.openedAt.getTime()
	const confirmedMs = Math.max(0, Math.min(row.lengthMs, passedMs))
	const required = requiredMs(row.lengthMs)
	const isWatched = confirmedMs >= required
	// Time alone proves nothing here: an admin may have removed the codes since the opening.
	const isUnverified = isWatched && activity.spokenCodes.length === 0
	return {
		...{ confirmedMs, requiredMs: required, codesEntered: live.codes.length, prompt: undefined, proofs: 0 },
		missing: isUnverified ? NO_CODES : missingOf(required - confirmedMs, isWatched ? codesLeft(attending, live) : 0),
	}
}

/** Returns how long a member was present, by check-in and sign-out. */
function presentMs(attending: Attending, { startsAt, endsAt }: SessionTimes, now: number): number {
	const checkedInAt = checkInOf(attending)
	const { signedOutAt } = liveOf(attending.row)
	if (checkedInAt === undefined) return 0
	return Math.max(0, Math.min(signedOutAt ?? now, endsAt) - Math.max(checkedInAt, startsAt))
}

// Credit is given for the activity's minutes. An admin must correct them, or the length of the session.
const TOO_SHORT = 'This session was shorter than its programme. Please tell an admin.'

function sessionProgress(attending: Attending, session: SessionTimes, now: number): Progress {
	const { row, activity } = attending
	const live = liveOf(row)
	const required = requiredMs(row.lengthMs)
	const present = presentMs(attending, session, now)
	const listed = (live.listedMinutes ?? 0) * MINUTE_MS
	const hasCodes = activity.spokenCodes.length > 0 && codesLeft(attending, live) === 0
	const proofs: [hasProof: boolean, words: string][] = [
		[present >= required, 'a check-in at the beginning'],
		[hasCodes, 'the spoken codes'],
		[listed >= required, 'the list of participants, which the club imports'],
	]
	const count = proofs.filter(([hasProof]) => hasProof).length
	const missingProofs = proofs.filter(([hasProof]) => !hasProof).map(([, words]) => words)
	return {
		confirmedMs: Math.min(row.lengthMs, Math.max(present, listed)),
		...{ requiredMs: required, codesEntered: live.codes.length, prompt: undefined, proofs: count },
		missing:
			now < session.endsAt
				? 'The session is not over yet'
				: session.endsAt - session.startsAt < required
					? TOO_SHORT
					: count < 2
						? `Two of three proofs are needed. Missing: ${missingProofs.join('; ')}.`
						: null,
	}
}

/** Returns the progress for a session that was canceled or deleted. */
const noSessionProgress = ({ row }: Attending): Progress => ({
	...{ confirmedMs: 0, requiredMs: requiredMs(row.lengthMs), codesEntered: 0, prompt: undefined, proofs: 0 },
	missing: 'This session was cancelled or deleted',
})

/** Computes the progress of an attendance at a time. */
export function progressOf(attending: Attending, now: number): Progress {
	const { row, session } = attending
	if (row.mode === 'watch') return watchProgress(attending)
	if (row.mode === 'spoken') return spokenProgress(attending, now)
	return session ? sessionProgress(attending, session, now) : noSessionProgress(attending)
}
