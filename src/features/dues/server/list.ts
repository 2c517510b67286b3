import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { memberships } from '#db/schema/dues.ts'
import { users } from '#db/schema/users.ts'
import type { QueryOf } from '#src/lib/api/contract.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { ALWAYS, goodThrough, standingOn } from '#src/lib/dues/standing.ts'
import { csvFile, csvLine } from '#src/platform/csv.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import type { DuesRow, DuesTab } from '../dues-contract.ts'
import * as contracts from '../dues-contract.ts'
import { nextInvoice } from './invoices.ts'
import { datesOf, type Payer, payersStatement } from './payer.ts'
import { tabSql } from './standing-sql.ts'
import { countTab, readSummary } from './summary.ts'

const isMember = () => and(eq(users.status, 'active'), eq(users.role, 'user'))

interface Page {
	tab: DuesTab
	after?: readonly [day: string, id: string] | undefined
	limit: number
}

/**
 * Selects a page of a tab, sorted by day; the tab of lapsed members shows the latest first. The query plan is tested.
 */
export function duesStatement({ tab, after, limit }: Page, today: string) {
	const { day, where } = tabSql(tab, sql`${memberships}`, today)
	const [order, compare] = tab === 'lapsed' ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
	const orderBy = [sql`${day} ${order}`, sql`${memberships.userId} ${order}`]
	// Plans, coupons and users are only joined for the rows of the page.
	const pageIds = db()
		.select({ id: memberships.userId })
		.from(memberships)
		// The plus keeps SQLite from reading all members first: an index on the days finds the rows.
		.innerJoin(users, sql`${users.id} = +${memberships.userId}`)
		.where(and(where, isMember(), after && sql`(${day}, ${memberships.userId}) ${compare} (${after[0]}, ${after[1]})`))
		.orderBy(...orderBy)
		.limit(limit + 1)
	return payersStatement(inArray(memberships.userId, pageIds)).orderBy(...orderBy)
}

const dayOf = ({ membership }: Payer, tab: DuesTab) =>
	tab === 'complimentary'
		? membership.complimentaryUntil
		: tab === 'paused'
			? membership.pausedOn
			: membership.paidThrough

/** Returns the next payment; undefined if there is none. */
function nextOf(payer: Payer, today: string) {
	const { cancelledAt, pausedOn, complimentaryUntil } = payer.membership
	return cancelledAt || pausedOn || complimentaryUntil === ALWAYS ? undefined : nextInvoice(payer, today)
}

function toRow(payer: Payer, tab: DuesTab, today: string): DuesRow {
	const { user, membership, plan } = payer
	const next = nextOf(payer, today)
	return {
		...{ userId: user.id, name: user.name, email: user.email },
		standing: standingOn(today, datesOf(membership)),
		plan: plan?.name ?? null,
		day: dayOf(payer, tab),
		amountCents: next?.totalCents ?? null,
		currency: (next?.currency ?? null) as DuesRow['currency'],
		renewsByCard: membership.subscriptionId !== null,
	}
}

type Context = Parameters<typeof page>[0]

/** Reads a page of a tab. @param total number of members in the tab. */
async function readTab(
	contract: typeof contracts.getDues | typeof contracts.listDues,
	query: QueryOf<typeof contracts.listDues>,
	context: Context,
	total: Promise<number>,
) {
	const { tab, limit } = query
	const today = clubDay()
	const after = openCursor(query.cursor, 'id', 'id')
	const payers = await duesStatement({ tab, after, limit }, today)
	const shown = page(context, contract, { query }, payers, {
		total: await total,
		cursorOf: (payer) => {
			const { membership } = payer
			const lapsedOn = membership.paidThrough ?? membership.trialUntil ?? membership.startedOn
			return [(tab === 'lapsed' ? lapsedOn : dayOf(payer, tab)) ?? '', payer.user.id]
		},
	})
	return shown.map((payer) => toRow(payer, tab, today))
}

export const getDues: Service<typeof contracts.getDues> = async ({ query }, context) => {
	const summary = await readSummary(clubDay())
	const rows = await readTab(contracts.getDues, query, context, Promise.resolve(summary.tabs[query.tab]))
	return { ...summary, rows }
}

export const listDues: Service<typeof contracts.listDues> = ({ query }, context) =>
	readTab(contracts.listDues, query, context, countTab(query.tab, clubDay()))

/** Returns `listDues` for a caller that has already counted all tabs. */
export const listCounted =
	(tabs: contracts.Dues['tabs']): Service<typeof contracts.listDues> =>
	({ query }, context) =>
		readTab(contracts.listDues, query, context, Promise.resolve(tabs[query.tab]))

const BATCH_SIZE = 500
const amountText = (cents: number | undefined) => (cents === undefined ? null : (cents / 100).toFixed(2))

const COLUMNS: ReadonlyArray<readonly [heading: string, valueOf: (payer: Payer, today: string) => string | null]> = [
	['Name', ({ user }) => user.name],
	['Email', ({ user }) => user.email],
	['Standing', ({ membership }, today) => standingOn(today, datesOf(membership))],
	['Plan', ({ plan }) => plan?.name ?? null],
	['Paid until', ({ membership }) => membership.paidThrough],
	['Trial until', ({ membership }) => membership.trialUntil],
	['Complimentary until', ({ membership }) => membership.complimentaryUntil],
	['Paused since', ({ membership }) => membership.pausedOn],
	['Open until', ({ membership }) => goodThrough(datesOf(membership))],
	['Next payment', (payer, today) => amountText(nextOf(payer, today)?.totalCents)],
	['Credit', ({ membership }) => amountText(membership.creditCents)],
	['Currency', ({ plan }) => plan?.currency ?? null],
	['Coupon', ({ membership }) => membership.couponCode],
	['Renews by card', ({ membership }) => (membership.subscriptionId ? 'yes' : 'no')],
	['Stripe customer', ({ membership }) => membership.customerId],
]

export const exportDues: Service<typeof contracts.exportDues> = async (_, context) => {
	const today = clubDay()
	const lines = [csvLine(COLUMNS.map(([heading]) => heading))]
	for (let after = ''; ; ) {
		const payers = await payersStatement(and(isMember(), gt(users.id, after)))
			.orderBy(asc(users.id))
			.limit(BATCH_SIZE)
		lines.push(...payers.map((payer) => csvLine(COLUMNS.map(([, cell]) => cell(payer, today)))))
		const last = payers.at(-1)
		if (!last) return csvFile(context, 'dues', lines)
		after = last.user.id
	}
}
