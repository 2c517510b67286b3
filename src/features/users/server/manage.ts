import { and, eq, exists, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { hasRow } from '#db/rows.ts'
import { type UserRow, users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { notifyFormerAddress } from '#src/features/account/server/address.ts'
import { endLinksByAdmin } from '#src/features/account/server/email-links.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { createAccount } from '#src/features/auth/server/accounts.ts'
import { actions } from '#src/features/auth/server/audit-actions.ts'
import { endSessions } from '#src/features/auth/server/end-sessions.ts'
import { hasSecondFactor } from '#src/features/auth/server/factors/second-factor.ts'
import { cannotSignIn } from '#src/features/auth/server/link-state.ts'
import { INVITED_MS, newLink } from '#src/features/auth/server/links.ts'
import { isCommonPassword } from '#src/features/auth/server/passwords/common-passwords.ts'
import { hashPassword } from '#src/features/auth/server/passwords/passwords.ts'
import { deleteResetLinks } from '#src/features/auth/server/passwords/set-password.ts'
import { emailKey } from '#src/features/auth/server/service.ts'
import { assertConfirmedIfProtected } from '#src/features/auth/server/step-up.ts'
import { accountExists as isKnown, isStillAdmin } from '#src/features/auth/server/still-admin.ts'
import { keepRepliesTo } from '#src/features/discussion/server/keep-replies.ts'
import { endDues } from '#src/features/dues/server/leaving.ts'
import { ApiError, httpError } from '#src/lib/api/errors.ts'
import { unreachableText } from '#src/lib/api/fields.ts'
import { unreachableEnding } from '#src/lib/mail-address.ts'
import { type AuditAction, recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/endpoint/version.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { enqueueMail, mailWaits } from '#src/platform/mail/mail.ts'
import { moveToTrash } from '#src/platform/trash.ts'
import * as contracts from '../contract.ts'
import { findUser, userFields } from './directory.ts'
import { stopListsOf } from './import-job.ts'
import { accountCreated, accountDeactivated, accountReactivated } from './mails.ts'

const toRole = (role: 'admin' | 'regular' | 'user'): UserRow['role'] => (role === 'admin' ? 'admin' : 'user')

/**
 * Creates an account and mails the sign-in instructions, in one transaction. A new admin gets a link to choose a
 * password: a mailed password would give full access to anyone who reads the email later.
 */
export const createUser: Service<typeof contracts.createUser> = async ({ body }, context) => {
	const { errors } = contracts.createUser
	if (isCommonPassword(body.password)) throw httpError(errors.common)
	const { name, email, password } = body
	const role = toRole(body.role)
	if (role === 'admin') assertConfirmedIfProtected(context)
	const actor = context.user
	const allowed = isStillAdmin(actor)
	try {
		const passwordHash = await hashPassword(password)
		const row = await createAccount({ name, email, passwordHash, role, hasInitialPassword: true }, ({ id }) => [
			...mailInstructions({ id, name, email, role }, password, allowed),
			recordAudit(
				{ actor, action: actions['user.added'], subject: { type: 'user', id, name }, detail: { role } },
				allowed,
			),
			// Hashing takes time: an admin demoted during it must not create another admin.
			db()
				.delete(users)
				.where(and(eq(users.id, id), not(allowed))),
		])
		const added = await findUser(row.id)
		if (!added) throw httpError(errors.notAdmin)
		return { ...added, mailWaits: mailWaits() }
	} catch (error) {
		if (isUniqueViolation(error, 'users.email_key')) throw httpError(errors.taken)
		throw error
	}
}

function mailInstructions(
	{ id, name, email, role }: Pick<UserRow, 'id' | 'name' | 'email' | 'role'>,
	password: string,
	when: SQL,
) {
	const to = { to: email, mail: accountCreated }
	if (role !== 'admin') return [enqueueMail({ ...to, data: { name, email, password } }, { when })]
	const { token, row } = newLink(id, { validMs: INVITED_MS, when })
	return [row, enqueueMail({ ...to, data: { name, email, token } }, { when })]
}

type Account = Pick<UserRow, 'name' | 'email' | 'role' | 'status'>

/** Returns the condition that the edit will be made and that `what` is true of the account before it. */
type EditCondition = (what: SQL | undefined) => SQL

const isNewAddress = (email: string) => ne(users.emailKey, emailKey(email))

function editEntries(actor: CurrentUser, before: UserRow, after: Account, ifEdited: EditCondition) {
	const { name, email, role, status } = after
	const subject = { type: 'user', id: before.id, name: before.name }
	const edited = { name: [before.name, name], ...(email === before.email ? {} : { email: 'changed' }) }
	const entry = (action: AuditAction, detail: Record<string, unknown>, what: SQL | undefined) =>
		recordAudit({ actor, action, subject, detail }, ifEdited(what))
	return [
		entry(actions['user.role'], { role: [before.role, role] }, ne(users.role, role)),
		entry(actions['user.status'], { status: [before.status, status] }, ne(users.status, status)),
		entry(actions['user.edited'], edited, or(ne(users.name, name), ne(users.email, email))),
	]
}

function editMails(before: UserRow, { name, email, status }: Account, ifEdited: EditCondition) {
	return {
		deactivatedMail: enqueueMail(
			{ to: email, mail: accountDeactivated, data: { name } },
			{ when: status === 'inactive' ? ifEdited(eq(users.status, 'active')) : sql`0` },
		),
		// Invited people already have an email with a valid link.
		reactivatedMail: enqueueMail(
			{ to: email, mail: accountReactivated, data: { name } },
			{ when: status === 'active' ? ifEdited(cannotSignIn()) : sql`0` },
		),
		// Notifies the former address: otherwise the email about a second-factor reset would not reach the account's owner.
		formerAddress: notifyFormerAddress(before, email, ifEdited(and(isNewAddress(email), hasSecondFactor(before.id)))),
	}
}

/** @throws {ApiError} for forbidden changes to this account. */
function assertCanEdit(actor: CurrentUser, before: UserRow, after: Account): void {
	const { errors } = contracts.updateUser
	if (after.email !== before.email && unreachableEnding(after.email))
		throw new ApiError(errors.unreachable[0], unreachableText(after.email))
	const isOwn = before.id === actor.id
	if (isOwn && (after.role !== before.role || after.status !== before.status)) throw httpError(errors.own)
	// Activating a pending applicant would send no decision mail, and a later rejection would leave an active member.
	const activates = after.status === 'active' && before.status !== 'active'
	if (activates && before.applicationStatus === 'pending') throw httpError(errors.applicant)
}

/**
 * Returns the condition on which an edit invalidates mailed password links: they are in the former mailbox, were sent
 * for another role, or would work again after a reactivation. Invited people keep their link on activation: it is
 * their only way in.
 */
const invalidatesLinks = ({ email, role, status }: Account) =>
	or(
		ne(users.emailKey, emailKey(email)),
		ne(users.role, role),
		status === 'inactive' ? eq(users.status, 'active') : undefined,
	)

/** Edits an account. Changing role or status ends its sessions. Changing the status mails the owner. */
export const updateUser: Service<typeof contracts.updateUser> = async ({ params, body }, context) => {
	const { errors } = contracts.updateUser
	const { id } = params
	const { version, ...input } = body
	const after = { ...input, role: toRole(input.role) }
	const { name, email, role, status } = after
	const [before] = await db().select(userFields).from(users).where(eq(users.id, id))
	if (!before) throw httpError(errors.unknown)
	assertCanEdit(context.user, before, after)
	if ((role === 'admin' && before.role !== 'admin') || emailKey(email) !== emailKey(before.email))
		assertConfirmedIfProtected(context)
	const allowed = isStillAdmin(context.user)
	// Checks the row in the transaction, since it may have changed after the read above.
	const isUnchanged = and(eq(users.id, id), isVersion(users.version, version))
	const unchangedRow = (what: SQL | undefined) => db().select({ one: sql`1` }).from(users).where(and(isUnchanged, what))
	const ifEdited = (what: SQL | undefined) => and(allowed, exists(unchangedRow(what))) ?? allowed
	try {
		const {
			updated: [row],
		} = await write({
			audit: editEntries(context.user, before, after, ifEdited),
			...editMails(before, after, ifEdited),
			sessions: endSessions({ of: id, when: ifEdited(or(ne(users.role, role), ne(users.status, status))) }),
			links: deleteResetLinks(id, ifEdited(invalidatesLinks(after))),
			emailLinks: endLinksByAdmin(id, ifEdited(isNewAddress(email))),
			imports: role === 'admin' && status === 'active' ? [] : [stopListsOf(id, ifEdited(undefined))],
			updated: db()
				.update(users)
				.set({
					...{ name, email, role, status, emailKey: emailKey(email) },
					// An activated person no longer needs the invitation.
					...(status === 'active' ? { invitedAt: null, leavesAt: null } : {}),
					// Admins can do everything that moderators can. After a demotion they are regular members, as the audit log shows.
					...(role === 'admin' ? { isModerator: false } : {}),
					updatedAt: new Date(),
					version: nextVersion(users.version),
				})
				.where(and(isUnchanged, allowed))
				.returning(userFields),
		})
		if (row) {
			wake('imports')
			return row
		}
	} catch (error) {
		if (isUniqueViolation(error, 'users.email_key')) throw httpError(errors.taken)
		throw error
	}
	const [present] = await db().select(userFields).from(users).where(eq(users.id, id))
	if (!present) throw httpError(errors.unknown)
	throw changedSince(contracts.updateUser, version, present) ?? httpError(errors.notAdmin)
}

export const deleteUser: Service<typeof contracts.deleteUser> = async ({ params }, context) => {
	const { errors } = contracts.deleteUser
	const { id } = params
	const actor = context.user
	if (id === actor.id) throw httpError(errors.own)
	const [before] = await db().select({ name: users.name, role: users.role }).from(users).where(eq(users.id, id))
	if (!before) throw httpError(errors.unknown)
	const allowed = isStillAdmin(actor)
	const canDelete = and(allowed, hasRow(users, eq(users.id, id))) ?? allowed
	const { deleted } = await write({
		audit: recordAudit(
			{
				actor,
				action: actions['user.deleted'],
				subject: { type: 'user', id, name: before.name },
				detail: { role: before.role },
			},
			canDelete,
		),
		imports: stopListsOf(id, canDelete),
		dues: endDues(id, false, canDelete),
		// Before `trash`, which copies the rows that will be deleted.
		replies: keepRepliesTo(id, canDelete),
		trash: moveToTrash(
			{ kind: 'account', id, name: before.name, actor, table: users, rows: sql`id = ${id}` },
			canDelete,
		),
		deleted: db()
			.delete(users)
			.where(and(eq(users.id, id), allowed))
			.returning({ id: users.id }),
	})
	if (deleted.length === 0) throw httpError((await isKnown(id)) ? errors.notAdmin : errors.unknown)
	wake('imports')
}
