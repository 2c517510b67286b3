import { and, eq, not } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { cleAccreditations, cleActivities } from '#db/schema/cle.ts'
import { write } from '#db/write.ts'
import { isStillAdmin } from '#src/features/auth/server/still-admin.ts'
import type { BodyOf } from '#src/lib/api/contract.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/endpoint/version.ts'
import * as contracts from '../admin-contract.ts'
import { formatCredits } from '../cle-text.ts'
import { readActivity, toAccreditation } from './activity-rows.ts'
import { actions } from './audit-actions.ts'
import { totalOf } from './credit-rows.ts'
import { rulesOn } from './rules.ts'

type Row = typeof cleAccreditations.$inferSelect

/** Checks an accreditation against the rules of its jurisdiction. @throws {ApiError} 400 */
async function validate({ version: _, ...values }: BodyOf<typeof contracts.updateAccreditation>) {
	const { errors } = contracts.createAccreditation
	const rules = (await rulesOn(values.jurisdiction))?.rules
	if (!rules) throw httpError(errors.jurisdiction)
	const credits = Object.fromEntries(Object.entries(values.credits).filter(([, each]) => each > 0))
	const unknown = Object.keys(credits).find((category) => !rules.categories.some(({ id }) => id === category))
	if (unknown !== undefined) throw httpError([errors.category[0], `${rules.name} has no category ${unknown}`])
	if (totalOf(credits) === 0) throw httpError(errors.none)
	if (values.validTo !== null && values.validTo < values.validFrom) throw httpError(errors.order)
	return { ...values, credits }
}

/** Describes an accreditation for the audit log. */
const subjectOf = (id: string, { jurisdiction, number }: Pick<Row, 'jurisdiction' | 'number'>) => ({
	...{ type: 'cleAccreditation', id, name: `${jurisdiction} ${number}` },
})

async function find(id: string): Promise<Row | undefined> {
	const [row] = await db().select().from(cleAccreditations).where(eq(cleAccreditations.id, id))
	return row
}

export const createAccreditation: Service<typeof contracts.createAccreditation> = async (
	{ params, body },
	{ user },
) => {
	const values = await validate(body)
	const row: Row = { id: newId(), activityId: params.id, ...values, createdAt: new Date(), version: 1 }
	const activity = await readActivity(params.id)
	const { errors } = contracts.createAccreditation
	if (!activity) throw httpError(errors.notFound)
	const allowed = isStillAdmin(user)
	const { refused } = await write({
		inserted: db().insert(cleAccreditations).values(row),
		audit: recordAudit(
			{
				...{ actor: user, action: actions['cleAccreditation.added'], subject: subjectOf(row.id, row) },
				detail: { activity: activity.title, credits: formatCredits(totalOf(row.credits)) },
			},
			allowed,
		),
		refused: db()
			.delete(cleAccreditations)
			.where(and(eq(cleAccreditations.id, row.id), not(allowed))),
	})
	if (refused.rowsAffected > 0) throw httpError(errors.notAdmin)
	return { ...activity, accreditations: [...activity.accreditations, toAccreditation(row)] }
}

export const updateAccreditation: Service<typeof contracts.updateAccreditation> = async (
	{ params, body },
	{ user },
) => {
	const { errors } = contracts.updateAccreditation
	const before = await find(params.id)
	if (!before) throw httpError(errors.notFound)
	const values = await validate(body)
	const version = body.version ?? before.version
	const canUpdate = and(
		eq(cleAccreditations.id, params.id),
		isVersion(cleAccreditations.version, version),
		isStillAdmin(user),
	)
	const { updated } = await write({
		audit: recordAudit(
			{
				...{ actor: user, action: actions['cleAccreditation.edited'], subject: subjectOf(params.id, values) },
				detail: { credits: [before.credits, values.credits].map((credits) => formatCredits(totalOf(credits))) },
			},
			hasRow(cleAccreditations, canUpdate),
		),
		updated: db()
			.update(cleAccreditations)
			.set({ ...values, version: nextVersion(cleAccreditations.version) })
			.where(canUpdate),
	})
	const after = await find(params.id)
	if (!after) throw httpError(errors.notFound)
	if (updated.rowsAffected === 0)
		throw changedSince(contracts.updateAccreditation, version, toAccreditation(after)) ?? httpError(errors.changed)
	return toAccreditation(after)
}

export const deleteAccreditation: Service<typeof contracts.deleteAccreditation> = async ({ params }, { user }) => {
	const before = await find(params.id)
	const canDelete = and(eq(cleAccreditations.id, params.id), isStillAdmin(user))
	if (!before) throw httpError(contracts.deleteAccreditation.errors.notFound)
	const title = db().select({ title: cleActivities.title }).from(cleActivities)
	const [activity] = await title.where(eq(cleActivities.id, before.activityId))
	const { deleted } = await write({
		audit: recordAudit(
			{
				...{ actor: user, action: actions['cleAccreditation.deleted'], subject: subjectOf(before.id, before) },
				detail: { activity: activity?.title ?? '' },
			},
			hasRow(cleAccreditations, canDelete),
		),
		deleted: db().delete(cleAccreditations).where(canDelete),
	})
	if (deleted.rowsAffected === 0) throw httpError(contracts.deleteAccreditation.errors.notFound)
}
