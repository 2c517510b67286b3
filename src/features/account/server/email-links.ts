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
/** How long an expired link is kept, so that its page can show the reason. */
const KEEP_EXPIRED_MS = 30 * DAY_MS

const letterOf = Object.fromEntries(Object.entries(EMAIL_LINKS).map(([letter, kind]) => [kind, letter]))

interface NewLink {
	kind: EmailLinkKind
	userId: string
	/** The address that the link confirms or sets. */
	email: string
	/** The address that the account must still have for the link to work. Undo links ignore it. */
	from: string
}

/** Returns a new link's token and expiry, and the statement that stores it in the `write` of its email. */
export function newEmailLink({ kind, userId, email, from }: NewLink, when: SQL) {
	const token = `${letterOf[kind]}.${newToken()}`
	const until = Date.now() + VALID_MS[kind]
	const row = db().run(sql`insert into ${emailChanges} (id, user_id, kind, email, from_key, expires_at)
		select ${hashToken(token)}, ${userId}, ${kind}, ${email}, ${emailKey(from)}, ${until} where ${when}`)
	return { token, until, row }
}

/** Returns the condition that a link has neither ended nor expired. */
export const isOpen = (id: string): SQL =>
	hasRow(emailChanges, and(eq(emailChanges.id, id), isNull(emailChanges.ended), gt(emailChanges.expiresAt, new Date())))

/** Returns a condition that excludes undo links that expire before `expiresAt`: they undo earlier changes. */
export const isNotEarlierUndo = (expiresAt: Date) =>
	or(ne(emailChanges.kind, 'undo'), gte(emailChanges.expiresAt, expiresAt))

/** Returns the statement that ends the open links of an account. */
export const endEmailLinks = (userId: string, ended: 'replaced' | 'undone', when: SQL | undefined) =>
	db()
		.update(emailChanges)
		.set({ ended })
		.where(and(eq(emailChanges.userId, userId), isNull(emailChanges.ended), when))

/**
 * Returns the statement that ends the links of an account whose address an admin changes. Undo links of an account with
 * a second factor stay, so that its owner can undo every change.
 */
export const endLinksByAdmin = (userId: string, when: SQL) =>
	endEmailLinks(userId, 'replaced', and(when, or(ne(emailChanges.kind, 'undo'), not(hasSecondFactor(userId)))))

/** Deletes links 30 days after they expired. A job calls it. */
export async function deleteOldEmailLinks(now = Date.now()): Promise<void> {
	await db()
		.delete(emailChanges)
		.where(lt(emailChanges.expiresAt, new Date(now - KEEP_EXPIRED_MS)))
}
