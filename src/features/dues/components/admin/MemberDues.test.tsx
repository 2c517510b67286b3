// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import { PROBLEM_TYPE } from '#src/lib/api/version.ts'
import { answerCalls } from '#tests/support/site/island-server.ts'
import type { Invoice } from '../../contract.ts'
import { type MemberDues as Dues, type Payment, recordPayment, setPlan } from '../../dues-contract.ts'
import { MemberDues } from './MemberDues.tsx'
import { today } from './RecordPaymentDialog.tsx'

const solo = {
	...{ id: 'solo', name: 'Solo', description: '', amountCents: 4_900, currency: 'USD' as const, months: 1 },
	...{ trialDays: 0, byCard: false },
}
const yearly = { ...solo, id: 'year', name: 'Yearly', amountCents: 49_000, months: 12 }
const invoice: Invoice = {
	...{ id: '2027-0007', issuedOn: '2027-02-20', dueOn: '2027-03-01', periodFrom: '2027-03-01' },
	...{ periodTo: '2027-03-31', totalCents: 4_900, paidCents: 1_000, currency: 'USD', state: 'open', other: null },
}
const payment: Payment = {
	...{ id: 'p1', invoiceId: '2027-0006', amountCents: 4_900, currency: 'USD', kind: 'check', paidOn: '2027-02-01' },
	...{ reference: '1042', reason: '', reverses: null, isReversed: false, recordedBy: 'Ruth Adeyemi' },
	createdAt: '2027-02-01T10:00:00.000Z',
}
const dues: Dues = {
	...{ standing: 'due', goodThrough: '2027-03-14', paidThrough: '2027-02-28', trialUntil: null },
	...{ complimentaryUntil: null, pausedOn: null, isCancelled: false, plan: solo, creditCents: 0 },
	next: { day: '2027-03-01', amountCents: 4_900, currency: 'USD' },
	...{ renewsByCard: false, takesCards: false, instructions: '', consent: {}, plans: [solo], version: 3 },
	...{ customerId: null, subscriptionId: null, invoices: [invoice], payments: [payment] },
}
const plans = [solo, yearly].map((plan) => ({
	...plan,
	...{ isFounding: false, isPublic: true, providerPrice: '', isArchived: false, members: 1, version: 1 },
}))

afterEach(() => {
	cleanup()
	queryClient.clear()
	vi.unstubAllGlobals()
})

/** Renders the dues and returns the requests sent to `call`. */
async function show(call: string, answer: (body: unknown) => unknown = () => dues, shown = dues) {
	const sent: unknown[] = []
	answerCalls({
		'GET /api/admin/members/1/membership': () => shown,
		'GET /api/admin/plans': () => plans,
		[call]: (body) => {
			sent.push(body)
			return answer(body)
		},
	})
	render(<MemberDues id="1" name="Imani Brooks" />)
	await screen.findByRole('region', { name: 'Membership' })
	return { user: userEvent.setup(), sent }
}
const dialog = async () => within(await screen.findByRole('dialog'))
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
	user.click(screen.getByRole('button', { name }))

test('records a check for the open invoice with the open amount filled in; a second click sends no second payment', async () => {
	const { user, sent } = await show('POST /api/admin/members/1/payments')
	await press(user, 'Record payment')
	const form = await dialog()
	expect(form.getByLabelText('Amount')).toHaveProperty('value', '39.00')
	expect(form.getByText(/^In USD\./)).toBeDefined()
	await user.type(form.getByLabelText(/^Reference/), '1043')
	await user.dblClick(form.getByRole('button', { name: 'Record payment' }))
	await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	expect(sent).toEqual([
		{
			...{ amountCents: 3_900, kind: 'check', paidOn: today(), reference: '1043', invoiceId: '2027-0007' },
			idempotencyKey: expect.stringMatching(/^[0-9a-z]{20}$/),
		},
	])
})

test('records a payment for the next period before it has an invoice, and explains why a day is rejected', async () => {
	const [status, text] = recordPayment.errors.future
	const { user, sent } = await show('POST /api/admin/members/1/payments', () => new Response(text, { status }))
	await press(user, 'Record payment')
	const form = await dialog()
	await user.selectOptions(form.getByLabelText('For'), 'The period after these invoices')
	expect(form.getByLabelText('Amount')).toHaveProperty('value', '49.00')
	await user.clear(form.getByLabelText('Amount'))
	await user.type(form.getByLabelText('Amount'), '-5')
	await user.click(form.getByRole('button', { name: 'Record payment' }))
	expect(await form.findByText('Enter an amount such as 49.00')).toBeDefined()
	await user.clear(form.getByLabelText('Amount'))
	await user.type(form.getByLabelText('Amount'), '$1,049.5')
	await user.click(form.getByRole('button', { name: 'Record payment' }))
	expect((await form.findByRole('alert')).textContent).toContain('A payment cannot be in the future')
	expect(sent).toMatchObject([{ amountCents: 104_950 }])
	expect(sent[0]).not.toHaveProperty('invoiceId')
})

test('reverses a payment with a reason', async () => {
	const { user, sent } = await show('POST /api/admin/payments/p1/reverse')
	await press(user, 'Reverse payment of $49.00 on February 1, 2027')
	const form = await dialog()
	await user.click(form.getByRole('button', { name: 'Reverse' }))
	expect(await form.findByText('Enter a reason')).toBeDefined()
	await user.type(form.getByLabelText('Reason'), 'The check bounced')
	await user.click(form.getByRole('button', { name: 'Reverse' }))
	await vi.waitFor(() => expect(sent).toEqual([{ reason: 'The check bounced' }]))
})

test('cannot reverse a reversed payment, its reversal or a card payment', async () => {
	await show('POST /none', undefined, {
		...dues,
		payments: [
			{ ...payment, id: 'p2', amountCents: -4_900, reverses: 'p1' },
			{ ...payment, isReversed: true },
			{ ...payment, id: 'p3', kind: 'card' },
		],
	})
	expect(screen.getByText('Reversal')).toBeDefined()
	expect(screen.queryByRole('button', { name: /^Reverse/ })).toBeNull()
})

test('makes a membership complimentary forever, pauses and extends it, each with its version', async () => {
	const complimentary = await show('POST /api/admin/members/1/complimentary')
	await press(complimentary.user, 'Complimentary')
	let form = await dialog()
	await complimentary.user.selectOptions(form.getByLabelText('How long'), 'Forever')
	await complimentary.user.type(form.getByLabelText('Reason'), 'Teaches')
	await complimentary.user.click(form.getByRole('button', { name: 'Save' }))
	await vi.waitFor(() => expect(complimentary.sent).toEqual([{ until: '9999-12-31', reason: 'Teaches', version: 3 }]))
	cleanup()
	const pause = await show('POST /api/admin/members/1/pause')
	await press(pause.user, 'Pause')
	form = await dialog()
	await pause.user.type(form.getByLabelText('Reason'), 'Parental leave')
	await pause.user.click(form.getByRole('button', { name: 'Pause' }))
	await vi.waitFor(() => expect(pause.sent).toEqual([{ isPaused: true, reason: 'Parental leave', version: 3 }]))
	cleanup()
	const extend = await show('POST /api/admin/members/1/extend')
	await press(extend.user, 'Extend')
	form = await dialog()
	await extend.user.clear(form.getByLabelText('Days'))
	await extend.user.type(form.getByLabelText('Days'), '400')
	await extend.user.type(form.getByLabelText('Reason'), 'The site was down')
	await extend.user.click(form.getByRole('button', { name: 'Extend' }))
	expect(await form.findByText('Extend by 1 to 366 days')).toBeDefined()
	await extend.user.clear(form.getByLabelText('Days'))
	await extend.user.type(form.getByLabelText('Days'), '7')
	await extend.user.click(form.getByRole('button', { name: 'Extend' }))
	await vi.waitFor(() => expect(extend.sent).toEqual([{ days: 7, reason: 'The site was down', version: 3 }]))
})

test('resumes a paused membership, and records no payment while it is paused', async () => {
	const { user } = await show('POST /none', undefined, { ...dues, standing: 'paused', pausedOn: '2027-02-10' })
	expect(screen.queryByRole('button', { name: 'Record payment' })).toBeNull()
	await press(user, 'Resume')
	expect((await dialog()).getByText(/They get full access again today/)).toBeDefined()
})

test('reports that a plan was set elsewhere before overwriting it', async () => {
	const [status, detail] = setPlan.errors.changed
	const conflict = { status, detail, current: { ...dues, plan: null, version: 4 } }
	const { user } = await show(
		'PUT /api/admin/members/1/plan',
		() => new Response(JSON.stringify(conflict), { status, headers: { 'Content-Type': PROBLEM_TYPE } }),
	)
	await press(user, 'Set plan')
	const form = await dialog()
	await user.selectOptions(form.getByLabelText('Plan'), 'Yearly, $490 a year')
	await user.click(form.getByRole('button', { name: 'Set plan' }))
	expect(await form.findByText(new RegExp(detail.slice(0, 30)))).toBeDefined()
})

test('voids only open invoices, and links to each file', async () => {
	const { user, sent } = await show('POST /api/admin/invoices/2027-0007/void', undefined, {
		...dues,
		invoices: [invoice, { ...invoice, id: '2027-0006', state: 'paid', paidCents: 4_900 }],
	})
	expect(screen.getByText('$39.00 open')).toBeDefined()
	expect(screen.queryByRole('button', { name: 'Void invoice 2027-0006' })).toBeNull()
	expect(screen.getByRole('link', { name: /^2027-0006/ }).getAttribute('href')).toBe(
		'/api/admin/invoices/2027-0006/file',
	)
	await press(user, 'Void invoice 2027-0007')
	const form = await dialog()
	await user.type(form.getByLabelText('Reason'), 'Wrong period')
	await user.click(form.getByRole('button', { name: 'Void' }))
	await vi.waitFor(() => expect(sent).toEqual([{ reason: 'Wrong period' }]))
})

test('offers a retry if the dues cannot be loaded', async () => {
	answerCalls({})
	render(<MemberDues id="1" name="Imani Brooks" />)
	expect(await screen.findByText('The dues of this member could not be loaded', {}, { timeout: 8_000 })).toBeDefined()
	expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
}, 10_000)
