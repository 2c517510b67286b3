import type { UserRow } from '#db/schema/users.ts'
import { formatSessionIn } from '#src/lib/dates/zoned-time.ts'
import { login } from '../contract.ts'

/** Formats the end of a suspension. Uses UTC, because the reader's time zone is unknown at sign-in. */
export const suspensionEnd = (until: Date) => `${formatSessionIn(until, 'UTC')} UTC`

/** Returns the error of a suspended member at sign-in and in every call; undefined once the suspension has ended. */
export function suspensionText(
	{ suspendedUntil, suspendedReason }: Pick<UserRow, 'suspendedUntil' | 'suspendedReason'>,
	now = Date.now(),
): string | undefined {
	if (suspendedUntil === null || suspendedUntil.getTime() <= now) return undefined
	const reason = suspendedReason ? ` Reason: ${suspendedReason}` : ''
	return `Your account is suspended until ${suspensionEnd(suspendedUntil)}.${reason}`
}

/** Returns the sign-in error of a person who left; undefined for everyone else. */
export const leavingText = ({ leavesAt }: Pick<UserRow, 'leavesAt'>) =>
	leavesAt === null
		? undefined
		: `${login.errors.leaving[1]} Your account will be erased on ${suspensionEnd(leavesAt)}. Until then you can undo it.`
