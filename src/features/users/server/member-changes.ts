import { and, eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { actions } from '#src/features/auth/server/audit-actions.ts'
import { triesByAccount } from '#src/features/auth/server/service.ts'
import { isStillAdmin } from '#src/features/auth/server/still-admin.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/endpoint/version.ts'
import { resetAttempts } from '#src/platform/limits/rate-limit.ts'
import * as contracts from '../member-contract.ts'
import { findUser, userFields } from './directory.ts'

export const unlockUser: Service<typeof contracts.unlockUser> = async ({ params: { id } }, { user: actor }) => {
	const { errors } = contracts.unlockUser
	const account = await findUser(id)
	if (!account) throw httpError(errors.unknown)
	const { audit } = await write({
		audit: recordAudit(
			{ actor, action: actions['user.unlocked'], subject: { type: 'user', id, name: account.name } },
			isStillAdmin(actor),
		),
	})
	if (audit.rowsAffected === 0) throw httpError(errors.notAdmin)
	await resetAttempts(triesByAccount, account.emailKey)
}

export const updateUserLabels: Service<typeof contracts.updateUserLabels> = async (
	{ params, body },
	{ user: actor },
) => {
	const { errors } = contracts.updateUserLabels
	const { id } = params
	const before = await findUser(id)
	if (!before) throw httpError(errors.unknown)
	const canUpdate = and(eq(users.id, id), isVersion(users.version, body.version), isStillAdmin(actor))
	const subject = { type: 'user', id, name: before.name }
	const labels = [...new Set(body.labels)]
	const {
		updated: [row],
	} = await write({
		audit: recordAudit({ actor, action: actions['user.labels'], subject }, hasRow(users, canUpdate)),
		updated: db()
			.update(users)
			.set({ labels, plan: body.plan || null, updatedAt: new Date(), version: nextVersion(users.version) })
			.where(canUpdate)
			.returning(userFields),
	})
	if (row) return row
	const present = await findUser(id)
	if (!present) throw httpError(errors.unknown)
	throw changedSince(contracts.updateUserLabels, body.version, present) ?? httpError(errors.notAdmin)
}
