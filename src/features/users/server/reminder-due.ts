import { and, lt, lte, type SQL, sql } from 'drizzle-orm'
import { users } from '#db/schema/users.ts'
import { isInvited } from '#src/features/auth/server/link-state.ts'
import { MOST_REMINDERS, REMINDER_DAYS } from '../import-contract.ts'

export const REMINDER_PAUSE_MS = REMINDER_DAYS * 24 * 60 * 60_000

/** SQL for whether a person can be reminded now: invited, and neither lately nor often. */
export const isReminderDue = (now = Date.now()): SQL =>
	and(isInvited(), lt(users.reminders, MOST_REMINDERS), lte(users.invitedAt, new Date(now - REMINDER_PAUSE_MS))) ??
	sql`0`
