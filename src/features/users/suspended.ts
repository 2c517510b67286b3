import type { User } from './contract.ts'

/** Returns whether a suspension is still in effect. It ends when its time is over; no job ends it. */
export const isSuspended = ({ suspendedUntil }: Pick<User, 'suspendedUntil'>, now = Date.now()) =>
	Boolean(suspendedUntil && Date.parse(suspendedUntil) > now)
