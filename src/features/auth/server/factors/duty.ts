import { type SQL, sql } from 'drizzle-orm'
import { env } from '#src/platform/env/env.ts'
import { findStep, markStep, stepDoneAt } from '#src/platform/env/setup-steps.ts'

// Requires admins to have a second factor.

/** The error for every call by an admin who lacks a required second factor. */
export const SET_UP_FIRST = 'Set up a second factor first.'

/** Time to set up a second factor, counted from the first sign-in by any admin. */
const GRACE_MS = 7 * 24 * 60 * 60_000
const GRACE = 'admin-second-factor'

/** Returns the statement that starts the grace period when the first admin signs in. */
export const beginGrace = (role: string, when: SQL) =>
	role === 'admin' && env().adminSecondFactor === 'after-grace' ? [markStep(GRACE, when)] : []

/** SQL for the start of the grace period; null before it. */
export const graceColumn = (role: string): SQL<number | null> => (role === 'admin' ? stepDoneAt(GRACE) : sql`null`)

/** Returns the time from which admins need a second factor, in milliseconds; undefined if they need none. */
export function requiredFromMs(graceBegan: number | null): number | undefined {
	const duty = env().adminSecondFactor
	if (duty === 'off') return undefined
	if (duty === 'required') return 0
	return graceBegan === null ? undefined : graceBegan + GRACE_MS
}

type Person = { role: 'admin' | 'user' }

/** Returns the time from which a person needs a second factor; null if never, or if the grace period has not begun. */
export async function requiredFrom({ role }: Person): Promise<Date | null> {
	if (role !== 'admin' || env().adminSecondFactor === 'off') return null
	const from = requiredFromMs((await findStep(GRACE))?.getTime() ?? null)
	return from === undefined ? null : new Date(from)
}

/** Returns whether a person must have a second factor now. */
export async function isFactorRequired(person: Person): Promise<boolean> {
	const from = await requiredFrom(person)
	return from !== null && from.getTime() <= Date.now()
}
