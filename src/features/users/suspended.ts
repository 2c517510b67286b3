import type { User } from './contract.ts'

/** Tells whether a suspension has not ended yet: it lifts by its time alone. */
export const isSuspended = ({ suspendedUntil }: Pick<User, 'suspendedUntil'>, now = Date.now()) =>
	Boolean(suspendedUntil && Date.parse(suspendedUntil) > now)
