// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import { PROBLEM_TYPE } from '#src/lib/api/version.ts'
import { answerCalls } from '#tests/support/site/island-server.ts'
import { type Coupon, createPlan, deletePlan, type Plan, updatePlan } from '../../plans-contract.ts'
import { PlansAdmin } from './PlansAdmin.tsx'

const solo: Plan = {
	...{ id: 'solo', name: 'Solo', description: 'For one', amountCents: 4_900, currency: 'USD', months: 1 },
	...{ trialDays: 14, byCard: true, isFounding: true, isPublic: true, providerPrice: 'price_1', isArchived: false },
	...{ members: 12, version: 2 },
}
const spring: Coupon = {
	code: 'spring',
	percent: 20,
	amountCents: null,
	lasts: 'once',
	until: '2027-05-31',
	most: 10,
	used: 3,
}

afterEach(() => {
	cleanup()
	queryClient.clear()
	vi.unstubAllGlobals()
})

function show(
	answers: Record<string, (body: unknown) => unknown>,
	plans: Plan[] = [solo],
	coupons: Coupon[] = [spring],
) {
	const sent: unknown[] = []
	answerCalls({
		'GET /api/admin/plans': () => plans,
		'GET /api/admin/coupons': () => coupons,
		...Object.fromEntries(
			Object.entries(answers).map(([call, answer]) => [
				call,
				(body: unknown) => {
					sent.push(body)
					return answer(body)
				},
			]),
		),
	})
	render(<PlansAdmin plans={plans} coupons={coupons} />)
	return { user: userEvent.setup(), sent }
}
const dialog = async (role: 'dialog' | 'alertdialog' = 'dialog') => within(await screen.findByRole(role))
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
	user.click(screen.getByRole('button', { name }))

test('adds a plan, sending the typed price in cents and the period in months', async () => {
	const { user, sent } = show({ 'POST /api/admin/plans': () => solo }, [], [])
	expect(screen.getByText('No plans yet')).toBeDefined()
	expect(screen.getByText('No coupons')).toBeDefined()
	await press(user, 'Add plan')
	const form = await dialog()
	await user.type(form.getByLabelText('Name'), 'Yearly')
	await user.type(form.getByLabelText('Price'), '490')
	await user.selectOptions(form.getByLabelText('Paid'), 'Once a year')
	await user.click(form.getByRole('button', { name: 'Add plan' }))
	await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	expect(sent).toEqual([
		{
			...{ name: 'Yearly', description: '', amountCents: 49_000, currency: 'USD', months: 12, trialDays: 0 },
			...{ isPublic: true, isFounding: false, providerPrice: '' },
		},
	])
})

test('shows an invalid price and a taken name as errors in the dialog', async () => {
	const [status, text] = createPlan.errors.name
	const { user } = show({ 'POST /api/admin/plans': () => new Response(text, { status }) })
	await press(user, 'Add plan')
	const form = await dialog()
	await user.type(form.getByLabelText('Name'), 'Solo')
	await user.type(form.getByLabelText('Price'), 'forty')
	await user.click(form.getByRole('button', { name: 'Add plan' }))
	expect(await form.findByText('Enter an amount such as 49.00')).toBeDefined()
	await user.clear(form.getByLabelText('Price'))
	await user.type(form.getByLabelText('Price'), '49')
	await user.click(form.getByRole('button', { name: 'Add plan' }))
	expect((await form.findByRole('alert')).textContent).toContain(text)
})

test('an edit keeps the archived state and sends the version; a version saved elsewhere is shown beside it', async () => {
	const [status, detail] = updatePlan.errors.changed
	const conflict = { status, detail, current: { ...solo, amountCents: 5_500, version: 3 } }
	const { user, sent } = show({
		'PUT /api/admin/plans/solo': () =>
			new Response(JSON.stringify(conflict), { status, headers: { 'Content-Type': PROBLEM_TYPE } }),
	})
	await press(user, 'Edit Solo')
	const form = await dialog()
	expect(form.getByText(/^Members get an email about a new price/)).toBeDefined()
	await user.clear(form.getByLabelText('Price'))
	await user.type(form.getByLabelText('Price'), '59')
	await user.click(form.getByRole('button', { name: 'Save plan' }))
	expect(await form.findByText('55.00')).toBeDefined()
	expect(sent).toMatchObject([{ amountCents: 5_900, isArchived: false, version: 2 }])
})

test('archives a plan with its version, and explains why a plan with members is not deleted', async () => {
	const [status, text] = deletePlan.errors.used
	const { user, sent } = show({
		'PUT /api/admin/plans/solo': () => ({ ...solo, isArchived: true }),
		'DELETE /api/admin/plans/solo': () => new Response(text, { status }),
	})
	await press(user, 'More for Solo')
	await user.click(await screen.findByRole('menuitem', { name: 'Archive' }))
	await vi.waitFor(() => expect(sent).toMatchObject([{ isArchived: true, version: 2, name: 'Solo' }]))
	await press(user, 'More for Solo')
	await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
	const confirm = await dialog('alertdialog')
	await user.click(confirm.getByRole('button', { name: 'Delete' }))
	expect((await confirm.findByRole('alert')).textContent).toContain('Archive it instead')
})

test('shows the amount of a coupon in each currency of the plans', () => {
	const amount = { ...spring, percent: null, amountCents: 1_000 }
	show({}, [solo, { ...solo, id: 'duo' }, { ...solo, id: 'europe', currency: 'EUR' }], [amount])
	expect(screen.getByText('$10.00 or €10.00 for the first payment')).toBeDefined()
})

test('adds a coupon with an amount, but not with both amount and percent, and ends a coupon', async () => {
	const { user, sent } = show({
		'POST /api/admin/coupons': () => spring,
		'DELETE /api/admin/coupons/spring': () => undefined,
	})
	expect(screen.getByText('20% for the first payment')).toBeDefined()
	expect(screen.getByText('3 of 10')).toBeDefined()
	await press(user, 'Add coupon')
	const form = await dialog()
	await user.type(form.getByLabelText('Code'), 'Autumn-27')
	await user.type(form.getByLabelText('Percent off'), '20')
	await user.type(form.getByLabelText('Amount off'), '10')
	await user.click(form.getByRole('button', { name: 'Add coupon' }))
	expect(await form.findByText('Enter a percentage or an amount')).toBeDefined()
	await user.clear(form.getByLabelText('Percent off'))
	await user.selectOptions(form.getByLabelText('It lasts'), 'for every payment')
	await user.click(form.getByRole('button', { name: 'Add coupon' }))
	await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	expect(sent).toEqual([
		{ code: 'autumn-27', percent: null, amountCents: 1_000, lasts: 'always', until: null, most: null },
	])
	await press(user, 'End spring')
	await user.click((await dialog('alertdialog')).getByRole('button', { name: 'End coupon' }))
	await vi.waitFor(() => expect(sent).toHaveLength(2))
})
