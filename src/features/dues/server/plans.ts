import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { hasRow } from '#db/rows.ts'
import { duesNotices, memberships, plans } from '#db/schema/dues.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { isStillAdmin } from '#src/features/auth/server/still-admin.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { formatMoney, priceText } from '#src/lib/dues/money.ts'
import { newId } from '#src/lib/ids.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/endpoint/version.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { enqueueMailToEach } from '#src/platform/mail/mail.ts'
import { EVERY_PAGE, enqueuePublish } from '#src/platform/publish/publish-queue.ts'
import type { OfferedPlan } from '../contract.ts'
import * as contracts from '../plans-contract.ts'
import { actions } from './audit-actions.ts'
import { chargeNewPrice, keepsPrice, keptUntil } from './cards/new-price.ts'
import { priceChanged } from './mails.ts'
import { cards } from './providers/cards.ts'

type PlanRow = typeof plans.$inferSelect

export const toOffered = (row: PlanRow): OfferedPlan => ({
	id: row.id,
	name: row.name,
	description: row.description,
	amountCents: row.amountCents,
	currency: row.currency as OfferedPlan['currency'],
	months: row.months,
	trialDays: row.trialDays,
	byCard: cards()?.priceOf(row) !== undefined,
})

const toPlan = ({ members, ...row }: PlanRow & { members: number }): contracts.Plan => ({
	...toOffered(row),
	isFounding: row.isFounding,
	isPublic: row.isPublic,
	providerPrice: row.providerPrice ?? '',
	isArchived: row.archivedAt !== null,
	members,
	version: row.version,
})

/** SQL condition for the rows of `plans` that visitors and members may choose. */
export const isOffered = sql`is_public = 1 and archived_at is null`

/** Lists the plans that visitors and members may choose, in the order in which they were added. */
export async function listOfferedPlans(): Promise<OfferedPlan[]> {
	return (await db().select().from(plans).where(isOffered).orderBy(asc(plans.id))).map(toOffered)
}

/** Returns SQL for the plan of a new member: the chosen plan unless it is archived, else the first offered plan. */
export const planFor = (chosen: SQL | string | null): SQL => sql`coalesce(
	(select id from ${plans} where id = ${chosen} and archived_at is null),
	(select id from ${plans} where ${isOffered} order by id limit 1))`

const plansWith = (where?: SQL) =>
	db()
		.select({
			...getTableColumns(plans),
			members: sql<number>`(select count(*) from ${memberships} m where m.plan_id = "plans"."id")`,
		})
		.from(plans)
		.where(where)
		.orderBy(asc(plans.archivedAt), asc(plans.id))

export const readPlans = async (): Promise<contracts.Plan[]> => (await plansWith()).map(toPlan)

export const listPlans: Service<typeof contracts.listPlans> = () => readPlans()

async function findPlan(id: string) {
	const [row] = await plansWith(eq(plans.id, id))
	return row && toPlan(row)
}

const toTakenError = (error: unknown): never => {
	if (isUniqueViolation(error, 'plans.name')) throw httpError(contracts.createPlan.errors.name)
	if (isUniqueViolation(error, 'plans.provider_price')) throw httpError(contracts.createPlan.errors.price)
	throw error
}

const subjectOf = (id: string, name: string | SQL) => ({ type: 'plan', id, name })

/** Publishes all pages again, since public pages show the plans and their prices. */
const publish = (when: SQL) => enqueuePublish([EVERY_PAGE], when)

export const createPlan: Service<typeof contracts.createPlan> = async ({ body }, { user }) => {
	const { version: _, providerPrice, ...fields } = body
	const id = newId()
	const values = { ...fields, id, providerPrice: providerPrice || null, createdAt: new Date() }
	await write({
		plan: db().insert(plans).values(values),
		audit: recordAudit({ actor: user, action: actions['plan.added'], subject: subjectOf(id, body.name) }),
		pages: publish(sql`1`),
	}).catch(toTakenError)
	wake('publisher')
	return { ...toPlan({ ...values, archivedAt: null, version: 1, members: 0 }) }
}

/** Matches members who pay a plan's price. Excludes those who keep a founding price. */
const paysPrice = (id: string) =>
	sql`m.plan_id = ${id} and (m.kept_amount_cents is null or m.kept_until is not null) and m.cancelled_at is null
		and u.status = 'active' and u.role = 'user'`

/**
 * Returns the statements that mail a plan's new price to its members and make the provider charge it. Run them in the
 * `write` that updates the plan.
 */
function changePrice(before: contracts.Plan, next: Pick<contracts.Plan, 'amountCents' | 'providerPrice'>, when: SQL) {
	const { amountCents: after, providerPrice: to } = next
	const { id, currency, months, amountCents, providerPrice: from } = before
	const payers = sql`from ${memberships} m join ${users} u on u.id = m.user_id where ${paysPrice(id)}`
	const change = { planId: id, before: amountCents, after, from, to }
	const isCharged = from !== '' && to !== '' && from !== to
	const keeps = isCharged ? keepsPrice(change) : sql`0`
	const [oldPrice, newPrice] = [amountCents, after].map((cents) => priceText({ amountCents: cents, currency, months }))
	const data = { before: oldPrice ?? '', after: newPrice ?? '' }
	const mailMembers = (condition: SQL, extra: { keptUntil?: string }) =>
		enqueueMailToEach(
			{
				recipients: sql`select u.id, u.email ${payers} and ${condition}`,
				mail: priceChanged,
				data: { ...data, ...extra },
			},
			{ when },
		)
	return [
		mailMembers(keeps, { keptUntil: keptUntil() }),
		mailMembers(sql`not ${keeps}`, {}),
		db().run(sql`insert into ${duesNotices} (user_id, kind, day, sent_at)
			select u.id, 'price', ${clubDay()}, ${Date.now()} ${payers} and ${when} on conflict do nothing`),
		...(isCharged ? chargeNewPrice(change, when) : []),
	]
}

const changeAction = (before: contracts.Plan, isArchived: boolean) =>
	before.isArchived === isArchived ? 'plan.changed' : isArchived ? 'plan.archived' : 'plan.offered'

export const updatePlan: Service<typeof contracts.updatePlan> = async ({ params, body }, { user }) => {
	const { id } = params
	const { version, isArchived, providerPrice, ...fields } = body
	const { errors } = contracts.updatePlan
	const before = await findPlan(id)
	if (!before) throw httpError(errors.unknown)
	const isSameCost = sql`(currency = ${body.currency} and months = ${body.months})`
	const isAllowed = and(
		eq(plans.id, id),
		isVersion(plans.version, version ?? before.version),
		sql`(${isSameCost} or not exists (select 1 from ${memberships} m where m.plan_id = ${id}))`,
		isStillAdmin(user),
	)
	const when = hasRow(plans, isAllowed)
	const { amountCents: after, currency } = body
	const isNewPrice = before.amountCents !== after
	const { updated } = await write({
		audit: recordAudit(
			{
				actor: user,
				action: actions[changeAction(before, isArchived)],
				subject: subjectOf(id, body.name),
				detail: isNewPrice ? { price: [before.amountCents, after].map((cents) => formatMoney(cents, currency)) } : {},
			},
			when,
		),
		price: isNewPrice ? changePrice(before, body, when) : [],
		pages: publish(when),
		updated: db()
			.update(plans)
			.set({
				...fields,
				providerPrice: providerPrice || null,
				archivedAt: isArchived ? sql`coalesce(archived_at, ${Date.now()})` : null,
				version: nextVersion(plans.version),
			})
			.where(isAllowed),
	}).catch(toTakenError)
	const current = await findPlan(id)
	if (!current) throw httpError(errors.unknown)
	if (updated.rowsAffected === 0)
		throw changedSince(contracts.updatePlan, version ?? before.version, current) ?? httpError(errors.currency)
	wake('publisher')
	return current
}

export const deletePlan: Service<typeof contracts.deletePlan> = async ({ params }, { user }) => {
	const { id } = params
	const isUnused = sql`id = ${id} and not exists (select 1 from ${memberships} m where m.plan_id = ${id})`
	const when = hasRow(plans, isUnused)
	const { deleted } = await write({
		audit: recordAudit(
			{
				actor: user,
				action: actions['plan.deleted'],
				subject: subjectOf(id, sql`(select name from ${plans} where id = ${id})`),
			},
			when,
		),
		pages: publish(when),
		deleted: db().delete(plans).where(isUnused),
	})
	if (deleted.rowsAffected === 0)
		throw httpError((await findPlan(id)) ? contracts.deletePlan.errors.used : contracts.deletePlan.errors.unknown)
	wake('publisher')
}
