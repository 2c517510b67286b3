import { eq } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { getInvoiceFile, listInvoices } from '#src/features/dues/contract.ts'
import { getAnyInvoiceFile, getMemberDues } from '#src/features/dues/dues-contract.ts'
import { issueInvoice } from '#src/features/dues/server/invoices.ts'
import { readPayer } from '#src/features/dues/server/payer.ts'
import { onInvoicesShown } from '#src/features/dues/server/pdf/warm-up.ts'
import { setSite } from '#src/lib/site/site.ts'
import { callApi, insertAccount, signedIn } from '#tests/support/api/api.ts'
import { insertPayer, invoicesOf, setUpPayers } from '#tests/support/payers.ts'
import { pdfText } from '#tests/support/pdf-text.ts'

setUpPayers()
beforeEach(() => setSite({ name: 'Test Club', collectsDues: 'on', postalAddress: '1 Main Street' }))

/** Inserts a member with an open invoice. */
async function insertBilledMember(name: string) {
	const user = await insertPayer({ paidThrough: '2027-03-13' }, { name })
	const payer = await readPayer(user.id)
	await write(...((payer && issueInvoice(payer, '2027-02-12'))?.statements ?? []))
	const as = await signedIn(user)
	const [invoice] = (await callApi(listInvoices, { as })).json as { id: string }[]
	return { as, userId: user.id, id: invoice?.id ?? '' }
}

test('members list their own invoices and open them', async () => {
	const { as, id } = await insertBilledMember('Dana Whitfield')
	expect((await callApi(listInvoices, { as })).json).toEqual([
		{
			...{ id, issuedOn: '2027-02-12', dueOn: '2027-03-13', periodFrom: '2027-03-14', periodTo: '2028-03-13' },
			...{ totalCents: 49_000, paidCents: 0, currency: 'USD', state: 'open', other: null },
		},
	])
	const reply = await callApi(getInvoiceFile, { as, params: { id } })
	expect(reply.header('content-type')).toBe('application/pdf')
	expect(reply.header('content-disposition')).toBe(`inline; filename="invoice-${id}.pdf"`)
	const text = pdfText(reply.bytes)
	for (const part of [
		`Invoice ${id}`,
		'Test Club',
		'1 Main Street',
		'Dana Whitfield',
		'No sales tax is charged.',
		'$490.00',
	])
		expect(text).toContain(part)
})

test('the PDF stays the same when the names of the club and the member change', async () => {
	const { as, id } = await insertBilledMember('Dana Whitfield')
	const before = await callApi(getInvoiceFile, { as, params: { id } })
	setSite({ name: 'Another Club', collectsDues: 'on', primary: '#aa0000' })
	const after = await callApi(getInvoiceFile, { as, params: { id } })
	expect(after.bytes.equals(before.bytes)).toBe(true)
})

test('other members cannot open an invoice, but admins can', async () => {
	const { id } = await insertBilledMember('Dana Whitfield')
	const other = await signedIn(await insertAccount())
	const rejected = await callApi(getInvoiceFile, { as: other, params: { id } })
	expect([rejected.status, rejected.text]).toEqual([404, 'Invoice not found'])
	expect((await callApi(getAnyInvoiceFile, { as: other, params: { id } })).status).toBe(403)
	const admin = await signedIn(await insertAccount({ role: 'admin' }))
	expect((await callApi(getAnyInvoiceFile, { as: admin, params: { id } })).status).toBe(200)
	expect((await callApi(getAnyInvoiceFile, { as: admin, params: { id: '1999-0001' } })).status).toBe(404)
})

test('the error names a letter that cannot be printed, until the name is changed', async () => {
	const { as, id, userId } = await insertBilledMember('李雷')
	const reply = await callApi(getInvoiceFile, { as, params: { id } })
	expect(reply.status).toBe(409)
	expect(reply.text).toMatch(/^This invoice has a letter that cannot be printed\. An admin can write .+: 李$/)
	expect(await invoicesOf(userId)).toHaveLength(1)
	await db().update(users).set({ name: 'Li Lei' }).where(eq(users.id, userId))
	const file = await callApi(getInvoiceFile, { as, params: { id } })
	expect(file.status).toBe(200)
	expect(pdfText(file.bytes)).toContain('Li Lei')
})

test('listing invoices starts the worker that draws them', async () => {
	const as = await signedIn(await insertAccount({ role: 'admin' }))
	const { userId } = await insertBilledMember('Dana Whitfield')
	const { id: unbilled } = await insertPayer()
	const listener = vi.fn()
	onInvoicesShown(listener)
	await callApi(getMemberDues, { as, params: { id: unbilled } })
	expect(listener).not.toHaveBeenCalled()
	await callApi(getMemberDues, { as, params: { id: userId } })
	expect(listener).toHaveBeenCalledTimes(1)
})
