import { type SQL, sql } from 'drizzle-orm'
import { env } from '#src/platform/env/env.ts'
import { findStep, markStep, stepDoneAt } from '#src/platform/env/setup-steps.ts'

// Requires admins to have a second factor.

/** The error of every call until an admin has one. */
export const SET_UP_FIRST = 'Set up a second factor first.'

/** Time to set one up, from the first sign-in of an admin. */
const GRACE_MS = 7 * 24 * 60 * 60_000
const GRACE = 'admin-second-factor'

/** Returns the statement that starts the days of grace at an admin's sign-in. */
export const beginGrace = (role: string, when: SQL) =>
	role === 'admin' && env().adminSecondFactor === 'after-grace' ? [markStep(GRACE, when)] : []

/** SQL for when the days of grace began; null before. */
export const graceColumn = (role: string): SQL<number | null> => (role === 'admin' ? stepDoneAt(GRACE) : sql`null`)

/** Returns from when on admins need a second factor, in milliseconds; undefined if they do not. */
export function dutyFrom(graceBegan: number | null): number | undefined {
	const duty = env().adminSecondFactor
	if (duty === 'off') return undefined
	if (duty === 'required') return 0
	return graceBegan === null ? undefined : graceBegan + GRACE_MS
}

type Person = { role: 'admin' | 'user' }

/** Returns from when on a person needs a second factor; null if they do not, or if it is not known yet. */
export async function requiredFrom({ role }: Person): Promise<Date | null> {
	if (role !== 'admin' || env().adminSecondFactor === 'off') return null
	const from = dutyFrom((await findStep(GRACE))?.getTime() ?? null)
	return from === undefined ? null : new Date(from)
}

/** Tells whether a person may not be without a second factor now. */
export async function isFactorRequired(person: Person): Promise<boolean> {
	const from = await requiredFrom(person)
	return from !== null && from.getTime() <= Date.now()
}
