import { and, eq, gt, ne, type SQL } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { type UserRow, users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { actions as authActions } from '#src/features/auth/server/audit-actions.ts'
import { isStillAdmin } from '#src/features/auth/server/still-admin.ts'
import { suspensionEnd } from '#src/features/auth/server/suspension.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/endpoint/version.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'
import * as contracts from '../member-contract.ts'
import { SUSPENSIONS } from '../member-contract.ts'
import { actions } from './audit-actions.ts'
import { userFields } from './directory.ts'
import { accountSuspended } from './mails.ts'
import { addNote } from './notes.ts'

const DAY_MS = 24 * 60 * 60_000

interface Change {
	actor: CurrentUser
	id: string
	version: number | undefined
	/** Condition that the account must meet. */
	condition: SQL | undefined
	set: Partial<UserRow>
}

/** Returns the condition of a change, for earlier statements in the `write`, and the statement of the change. */
function conditionalUpdate({ actor, id, version, condition, set }: Change) {
	const canChange = and(eq(users.id, id), isVersion(users.version, version), condition, isStillAdmin(actor))
	return {
		when: hasRow(users, canChange),
		changed: db()
			.update(users)
			.set({ ...set, updatedAt: new Date(), version: nextVersion(users.version) })
			.where(canChange)
			.returning(userFields),
	}
}

async function findUser(id: string) {
	const [row] = await db().select(userFields).from(users).where(eq(users.id, id))
	if (!row) throw httpError(contracts.suspendUser.errors.unknown)
	return row
}

export const suspendUser: Service<typeof contracts.suspendUser> = async ({ params, body }, { user: actor }) => {
	const { errors } = contracts.suspendUser
	const { id } = params
	if (id === actor.id) throw httpError(errors.own)
	const { name, email } = await findUser(id)
	const until = new Date(Date.now() + SUSPENSIONS[body.length] * DAY_MS)
	const { when, changed } = conditionalUpdate({
		...{ actor, id, version: body.version },
		condition: and(ne(users.role, 'admin'), eq(users.status, 'active')),
		set: { suspendedUntil: until, suspendedReason: body.reason },
	})
	const { rows } = await write({
		audit: recordAudit(
			{
				actor,
				action: actions['user.suspended'],
				subject: { type: 'user', id, name },
				detail: { until: until.toISOString() },
			},
			when,
		),
		note: addNote({ userId: id, author: actor, body: `Suspended until ${suspensionEnd(until)}: ${body.reason}` }, when)
			.statement,
		mail: enqueueMail(
			{ to: email, mail: accountSuspended, data: { name, until: suspensionEnd(until), reason: body.reason } },
			{ when },
		),
		rows: changed,
	})
	if (rows[0]) return rows[0]
	const present = await findUser(id)
	const conflict = changedSince(contracts.suspendUser, body.version, present)
	if (conflict) throw conflict
	if (present.role === 'admin') throw httpError(errors.admin)
	throw httpError(present.status === 'inactive' ? errors.inactive : errors.notAdmin)
}

export const endSuspension: Service<typeof contracts.endSuspension> = async ({ params, body }, { user: actor }) => {
	const { errors } = contracts.endSuspension
	const { id } = params
	const { name } = await findUser(id)
	const { when, changed } = conditionalUpdate({
		...{ actor, id, version: body.version },
		condition: gt(users.suspendedUntil, new Date()),
		set: { suspendedUntil: null, suspendedReason: null },
	})
	const { rows } = await write({
		audit: recordAudit({ actor, action: actions['user.unsuspended'], subject: { type: 'user', id, name } }, when),
		rows: changed,
	})
	if (rows[0]) return rows[0]
	const present = await findUser(id)
	const isSuspended = (present.suspendedUntil?.getTime() ?? 0) > Date.now()
	throw (
		changedSince(contracts.endSuspension, body.version, present) ??
		httpError(isSuspended ? errors.notAdmin : errors.none)
	)
}

export const updateModerator: Service<typeof contracts.updateModerator> = async ({ params, body }, { user: actor }) => {
	const { errors } = contracts.updateModerator
	const { id } = params
	const { isModerator } = body
	const { name } = await findUser(id)
	const { when, changed } = conditionalUpdate({
		...{ actor, id, version: undefined },
		condition: ne(users.role, 'admin'),
		set: { isModerator },
	})
	const roles = isModerator ? ['user', 'moderator'] : ['moderator', 'user']
	const isRoleChange = and(when, hasRow(users, and(eq(users.id, id), ne(users.isModerator, isModerator)))) ?? when
	const { rows } = await write({
		audit: recordAudit(
			{ actor, action: authActions['user.role'], subject: { type: 'user', id, name }, detail: { role: roles } },
			isRoleChange,
		),
		rows: changed,
	})
	if (rows[0]) return rows[0]
	const present = await findUser(id)
	throw httpError(present.role === 'admin' ? errors.admin : errors.notAdmin)
}
