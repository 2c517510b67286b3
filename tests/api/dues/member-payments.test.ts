import { beforeEach, expect, test } from 'vitest'
import { type MemberDues, recordPayment, reversePayment, voidInvoice } from '#src/features/dues/dues-contract.ts'
import { addDays } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { newId } from '#src/lib/ids.ts'
import { setSite } from '#src/lib/site/site.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { actionsDone } from '#tests/support/members.ts'
import { insertPayer, membershipOf, setUpPayers } from '#tests/support/payers.ts'

setUpPayers()
let admin: Principal
beforeEach(async () => {
	setSite({ collectsDues: 'on' })
	admin = await signedIn(await insertAccount({ role: 'admin', name: 'Ruth' }))
})

const record = (id: string, overrides: object = {}) =>
	callApi(recordPayment, {
		as: admin,
		params: { id },
		body: { amountCents: 49_000, kind: 'check', paidOn: clubDay(), reference: '1042', ...overrides },
	})
const outcome = async (reply: ReturnType<typeof callApi>) => {
	const { status, text } = await reply
	return [status, text]
}
const reverse = (id: string) =>
	callApi(reversePayment, { as: admin, params: { id }, body: { reason: 'The check bounced' } })

test('a check is recorded, corrected and recorded again', async () => {
	const { id } = await insertPayer()
	const first = (await record(id)).json as MemberDues
	expect(first).toMatchObject({
		standing: 'current',
		invoices: [{ state: 'paid', paidCents: 49_000 }],
		payments: [{ kind: 'check', reference: '1042', recordedBy: 'Ruth', isReversed: false }],
	})
	const [payment] = first.payments
	const reversed = (await reverse(payment?.id ?? '')).json as MemberDues
	expect(reversed).toMatchObject({ standing: 'lapsed', invoices: [{ state: 'open' }] })
	expect(reversed.payments).toMatchObject([
		{ amountCents: -49_000, reverses: payment?.id, reason: 'The check bounced' },
		{ isReversed: true },
	])
	expect(await outcome(reverse(payment?.id ?? ''))).toEqual([409, 'This payment has already been reversed'])
	expect((await record(id)).json).toMatchObject({ standing: 'current', invoices: [{ state: 'paid' }] })
	expect((await actionsDone()).filter((action) => action.startsWith('dues.'))).toEqual([
		...['dues.paid', 'dues.reversed', 'dues.paid'],
	])
})

test('a payment sent twice is recorded once', async () => {
	const { id } = await insertPayer()
	const idempotencyKey = newId()
	const replies = await Promise.all([record(id, { idempotencyKey }), record(id, { idempotencyKey })])
	expect(replies.map(({ status }) => status)).toEqual([201, 201])
	expect((await record(id, { idempotencyKey })).json).toMatchObject({ invoices: [{ state: 'paid' }] })
	expect(((await record(id, { idempotencyKey })).json as MemberDues).payments).toHaveLength(1)
})

test('a second payment for an invoice is rejected, and pays the next period if it names no invoice', async () => {
	const { id } = await insertPayer()
	const { invoices } = (await record(id)).json as MemberDues
	expect(await outcome(record(id, { invoiceId: invoices[0]?.id }))).toEqual([409, 'This invoice is paid'])
	expect((await record(id)).json).toMatchObject({ invoices: [{ state: 'paid' }, { state: 'paid' }], creditCents: 0 })
})

test.each([
	['in the future', { paidOn: addDays(clubDay(), 1) }, 400, 'A payment cannot be in the future'],
	['on a day that does not exist', { paidOn: '2027-02-29' }, 400, 'Enter a day that exists, such as 2027-03-14'],
	['in another millennium', { paidOn: '0206-11-29' }, 400, 'Enter a day after 1999'],
	['of a negative amount', { amountCents: -1 }, 400, 'The amount must be more than 0'],
	['of nothing', { amountCents: 0 }, 400, 'The amount must be more than 0'],
	['of half a cent', { amountCents: 0.5 }, 400, 'Enter an amount such as 49.00'],
	['by card', { kind: 'card' }, 400, 'Choose how it was paid'],
	['for an unknown invoice', { invoiceId: '1999-0001' }, 404, 'Invoice not found'],
])('a payment %s is rejected', async (_, overrides, status, text) => {
	const { id } = await insertPayer()
	expect(await outcome(record(id, overrides))).toEqual([status, text])
	expect(await membershipOf(id)).toMatchObject({ version: 1 })
})

test('the invoice of another member cannot be paid', async () => {
	const other = await insertPayer()
	const { invoices } = (await record(other.id, { amountCents: 1 })).json as MemberDues
	const { id } = await insertPayer()
	expect(await outcome(record(id, { invoiceId: invoices[0]?.id }))).toEqual([404, 'Invoice not found'])
})

test('a payment for an admin or a member without a plan is rejected', async () => {
	const { id } = await insertPayer({ planId: null })
	expect(await outcome(record(id))).toEqual([409, 'Choose a plan for this member first'])
	expect(await outcome(record((await insertAccount()).id))).toEqual([409, 'Choose a plan for this member first'])
	expect(await outcome(record((await insertAccount({ role: 'admin' })).id))).toEqual([409, 'Admins do not owe dues'])
	expect(await outcome(record('nobody'))).toEqual([404, 'User not found'])
})

test('payments can be reversed only in order, latest first', async () => {
	const { id } = await insertPayer()
	await record(id)
	const { payments } = (await record(id)).json as MemberDues
	expect(await outcome(reverse(payments[1]?.id ?? ''))).toEqual([409, 'Reverse the later payment first'])
	expect((await reverse(payments[0]?.id ?? '')).status).toBe(200)
	expect((await reverse(payments[1]?.id ?? '')).status).toBe(200)
	expect(await membershipOf(id)).toMatchObject({ paidThrough: null, creditCents: 0 })
	expect(await outcome(reverse('nothing'))).toEqual([404, 'Payment not found'])
})

test('an open invoice is voided once, by a second invoice', async () => {
	const { id } = await insertPayer()
	const { invoices } = (await record(id, { amountCents: 10_000 })).json as MemberDues
	const call = (invoiceId = invoices[0]?.id ?? '') =>
		callApi(voidInvoice, { as: admin, params: { id: invoiceId }, body: { reason: 'Wrong plan' } })
	const voided = (await call()).json as MemberDues
	expect(voided).toMatchObject({
		invoices: [{ state: 'voids', totalCents: -49_000 }, { state: 'void' }],
		creditCents: 10_000,
	})
	expect(await outcome(call())).toEqual([409, 'This invoice is already void'])
	expect(await outcome(call(voided.invoices[0]?.id))).toEqual([409, 'This invoice is already void'])
	const paid = (await record(id)).json as MemberDues
	expect(await outcome(call(paid.invoices[0]?.id))).toEqual([409, 'This invoice is paid'])
	expect(await outcome(call('nothing'))).toEqual([404, 'Invoice not found'])
})
