import { and, eq, gt, gte, isNull, lt, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { emailChanges } from '#db/schema/email-changes.ts'
import { hasSecondFactor } from '#src/features/auth/server/factors/second-factor.ts'
import { emailKey } from '#src/features/auth/server/service.ts'
import { hashToken, newToken } from '#src/platform/tokens.ts'
import { CONFIRM_HOURS, EMAIL_LINKS, type EmailLinkKind, UNDO_DAYS } from '../address-contract.ts'

const DAY_MS = 24 * 60 * 60_000
const VALID_MS = {
	confirm: (CONFIRM_HOURS * DAY_MS) / 24,
	change: (CONFIRM_HOURS * DAY_MS) / 24,
	undo: UNDO_DAYS * DAY_MS,
}
/** How long an expired link is remembered, so that its page can say why. */
const REMEMBERED_MS = 30 * DAY_MS

const letters = Object.fromEntries(Object.entries(EMAIL_LINKS).map(([letter, kind]) => [kind, letter]))

interface NewLink {
	kind: EmailLinkKind
	userId: string
	/** The address that it confirms, or gives the account. */
	email: string
	/** The account's address when it may be used. */
	from: string
}

/** Returns the token of a new link, and the statement that stores it, for the `write` of its mail. */
export function newEmailLink({ kind, userId, email, from }: NewLink, when: SQL) {
	const token = `${letters[kind]}.${newToken()}`
	const until = Date.now() + VALID_MS[kind]
	const row = db().run(sql`insert into ${emailChanges} (id, user_id, kind, email, from_key, expires_at)
		select ${hashToken(token)}, ${userId}, ${kind}, ${email}, ${emailKey(from)}, ${until} where ${when}`)
	return { token, until, row }
}

/** Returns the condition that a link works. */
export const isOpen = (id: string): SQL =>
	hasRow(emailChanges, and(eq(emailChanges.id, id), isNull(emailChanges.ended), gt(emailChanges.expiresAt, new Date())))

/** Returns the condition that a link does not undo an earlier change than the undo that expires then. */
export const isNotBefore = (expiresAt: Date) =>
	or(ne(emailChanges.kind, 'undo'), gte(emailChanges.expiresAt, expiresAt))

/** Returns the statement that ends links of an account. */
export const endEmailLinks = (userId: string, ended: 'replaced' | 'undone', when: SQL | undefined) =>
	db()
		.update(emailChanges)
		.set({ ended })
		.where(and(eq(emailChanges.userId, userId), isNull(emailChanges.ended), when))

/**
 * Returns the statement that ends the links of an account whose address an admin changes. Undos of an account with a
 * second factor stay: its owner can take back every change.
 */
export const endLinksByAdmin = (userId: string, when: SQL) =>
	endEmailLinks(userId, 'replaced', and(when, or(ne(emailChanges.kind, 'undo'), not(hasSecondFactor(userId)))))

/** Deletes links that ended or expired long ago. A job calls it. */
export async function forgetOldEmailLinks(now = Date.now()): Promise<void> {
	await db()
		.delete(emailChanges)
		.where(lt(emailChanges.expiresAt, new Date(now - REMEMBERED_MS)))
}
