import { and, eq, not } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { hasRow } from '#db/rows.ts'
import { attendances, certificates } from '#db/schema/attendance.ts'
import { cleActivities, cleCredits } from '#db/schema/cle.ts'
import { write } from '#db/write.ts'
import { isStillAdmin } from '#src/features/auth/server/still-admin.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/endpoint/version.ts'
import * as contracts from '../admin-contract.ts'
import { activitiesWhere, readActivity } from './activity-rows.ts'
import { isSource } from './activity-sources.ts'
import { actions } from './audit-actions.ts'
import { counts } from './credit-rows.ts'

type Row = typeof cleActivities.$inferSelect

export const listActivities: Service<typeof contracts.listActivities> = () => activitiesWhere()

const subjectOf = ({ id, title }: Pick<Row, 'id' | 'title'>) => ({ type: 'cleActivity', id, name: title })

export const createActivity: Service<typeof contracts.createActivity> = async ({ body }, { user }) => {
	const { errors } = contracts.createActivity
	if (!(await isSource(body.kind, body.refId))) throw httpError(errors.source)
	const row: Row = { id: newId(), ...body, createdAt: new Date(), version: 1 }
	const allowed = isStillAdmin(user)
	const { refused } = await write({
		inserted: db().insert(cleActivities).values(row),
		audit: recordAudit(
			{
				...{ actor: user, action: actions['cleActivity.added'], subject: subjectOf(row) },
				detail: { minutes: row.minutes },
			},
			allowed,
		),
		refused: db()
			.delete(cleActivities)
			.where(and(eq(cleActivities.id, row.id), not(allowed))),
	}).catch((error: unknown) => {
		throw isUniqueViolation(error) ? httpError(errors.taken) : error
	})
	if (refused.rowsAffected > 0) throw httpError(errors.notAdmin)
	const { createdAt: _, ...shown } = row
	return { ...shown, accreditations: [], given: 0 }
}

export const updateActivity: Service<typeof contracts.updateActivity> = async ({ params, body }, { user }) => {
	const { errors } = contracts.updateActivity
	const { version, ...values } = body
	const before = await readActivity(params.id)
	if (!before) throw httpError(errors.notFound)
	const canUpdate = and(
		eq(cleActivities.id, params.id),
		isVersion(cleActivities.version, version ?? before.version),
		isStillAdmin(user),
	)
	const { updated } = await write({
		audit: recordAudit(
			{
				...{ actor: user, action: actions['cleActivity.edited'], subject: subjectOf({ id: params.id, ...values }) },
				detail: { minutes: [before.minutes, values.minutes], offered: [before.offered, values.offered] },
			},
			hasRow(cleActivities, canUpdate),
		),
		updated: db()
			.update(cleActivities)
			.set({ ...values, version: nextVersion(cleActivities.version) })
			.where(canUpdate),
	})
	const after = await readActivity(params.id)
	if (!after) throw httpError(errors.notFound)
	if (updated.rowsAffected === 0)
		throw changedSince(contracts.updateActivity, version ?? before.version, after) ?? httpError(errors.changed)
	return after
}

export const deleteActivity: Service<typeof contracts.deleteActivity> = async ({ params }, { user }) => {
	const { errors } = contracts.deleteActivity
	const before = await readActivity(params.id)
	if (!before) throw httpError(errors.notFound)
	const canDelete = and(
		eq(cleActivities.id, params.id),
		not(hasRow(cleCredits, and(eq(cleCredits.activityId, params.id), counts))),
		// Deleting the activity would also delete its attendances.
		not(hasRow(attendances, eq(attendances.activityId, params.id))),
		not(hasRow(certificates, eq(certificates.activityId, params.id))),
		isStillAdmin(user),
	)
	const { deleted } = await write({
		audit: recordAudit(
			{ actor: user, action: actions['cleActivity.deleted'], subject: subjectOf(before) },
			hasRow(cleActivities, canDelete),
		),
		deleted: db().delete(cleActivities).where(canDelete),
	})
	if (deleted.rowsAffected === 0) throw httpError(before.given > 0 ? errors.used : errors.attended)
}
