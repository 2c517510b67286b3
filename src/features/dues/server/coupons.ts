import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { hasRow } from '#db/rows.ts'
import { coupons } from '#db/schema/dues.ts'
import { write } from '#db/write.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { addDays } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../plans-contract.ts'
import { actions } from './audit-actions.ts'

export const readCoupons = (): Promise<contracts.Coupon[]> => db().select().from(coupons).orderBy(asc(coupons.code))

export const listCoupons: Service<typeof contracts.listCoupons> = () => readCoupons()

/** Returns the SQL condition that a row of `coupons` can be redeemed on this day. */
export const isRedeemable = (today: string): SQL =>
	sql`((until is null or until >= ${today}) and (most is null or used < most))`

const subjectOf = (code: string) => ({ type: 'coupon', id: code, name: code })

export const createCoupon: Service<typeof contracts.createCoupon> = async ({ body }, { user }) => {
	if ((body.percent === null) === (body.amountCents === null)) throw httpError(contracts.createCoupon.errors.kind)
	const values = { ...body, used: 0, createdAt: new Date() }
	await write({
		coupon: db().insert(coupons).values(values),
		audit: recordAudit({ actor: user, action: actions['coupon.added'], subject: subjectOf(body.code) }),
	}).catch((error: unknown) => {
		throw isUniqueViolation(error, 'coupons.code') ? httpError(contracts.createCoupon.errors.taken) : error
	})
	return values
}

/** Ends a coupon as of yesterday. The row stays for members who have the coupon. */
export const endCoupon: Service<typeof contracts.endCoupon> = async ({ params }, { user }) => {
	const yesterday = addDays(clubDay(), -1)
	const isThisCoupon = eq(coupons.code, params.code)
	const { ended } = await write({
		audit: recordAudit(
			{ actor: user, action: actions['coupon.ended'], subject: subjectOf(params.code) },
			hasRow(coupons, sql`${isThisCoupon} and (until is null or until > ${yesterday})`),
		),
		ended: db()
			.update(coupons)
			.set({ until: sql`min(coalesce(until, ${yesterday}), ${yesterday})` })
			.where(isThisCoupon)
			.returning({ code: coupons.code }),
	})
	if (ended.length === 0) throw httpError(contracts.endCoupon.errors.unknown)
}
