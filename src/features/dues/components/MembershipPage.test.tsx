// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import { answerCalls } from '#tests/support/site/island-server.ts'
import { cancelMembership, checkout, type Invoice, type Membership } from '../contract.ts'
import { type Back, MembershipPage } from './MembershipPage.tsx'

const solo = {
	...{ id: 'solo', name: 'Solo', description: '', amountCents: 4_900, currency: 'USD' as const, months: 1 },
	...{ trialDays: 0, byCard: true },
}
const yearly = { ...solo, id: 'year', name: 'Yearly', amountCents: 49_000, months: 12 }

const lapsed: Membership = {
	...{ standing: 'lapsed', goodThrough: '2027-02-15', paidThrough: '2027-02-01', trialUntil: null },
	...{ complimentaryUntil: null, pausedOn: null, isCancelled: false, plan: solo, creditCents: 0 },
	next: { day: '2027-03-01', amountCents: 4_900, currency: 'USD' },
	...{ renewsByCard: false, takesCards: true, instructions: 'Send a check to 12 Court Street.', version: 3 },
	consent: { solo: '$49 now, then every month until I cancel.', year: '$490 now, then every year until I cancel.' },
	plans: [solo, yearly],
}
const current: Membership = {
	...lapsed,
	standing: 'current',
	paidThrough: '2027-03-31',
	renewsByCard: true,
	version: 4,
}
const invoice: Invoice = {
	...{ id: '2027-0007', issuedOn: '2027-02-20', dueOn: '2027-03-01', periodFrom: '2027-03-01' },
	...{ periodTo: '2027-03-31', totalCents: 4_900, paidCents: 0, currency: 'USD', state: 'open', other: null },
}

const show = (initial: Membership, options: { invoices?: Invoice[]; back?: Back } = {}) =>
	render(<MembershipPage initial={initial} invoices={options.invoices ?? []} back={options.back} />)
const button = (name: string) => screen.getByRole('button', { name })

afterEach(() => {
	cleanup()
	queryClient.clear()
	vi.useRealTimers()
	vi.unstubAllGlobals()
	window.location.hash = ''
})

test('requires consent to pay by card, then sends the consent text of the chosen plan and the coupon', async () => {
	const sent: unknown[] = []
	answerCalls({
		'POST /api/membership/checkout': (body) => {
			sent.push(body)
			return { url: '#paying' }
		},
	})
	const user = userEvent.setup()
	show(lapsed)
	expect(screen.getByRole('heading', { name: 'Your membership has lapsed' })).toBeDefined()
	await user.click(button('Pay by card'))
	expect(await screen.findByText('Agree to the renewal first')).toBeDefined()
	await user.selectOptions(screen.getByLabelText('Plan'), 'Yearly, $490 a year')
	await user.type(screen.getByLabelText(/^Coupon/), 'SPRING')
	await user.click(screen.getByLabelText('$490 now, then every year until I cancel.'))
	await user.click(button('Pay by card'))
	await waitFor(() => expect(window.location.hash).toBe('#paying'))
	expect(sent).toEqual([{ planId: 'year', coupon: 'spring', consent: '$490 now, then every year until I cancel.' }])
})

test('shows that nothing was charged if the provider is unreachable, and allows a retry', async () => {
	const [status, text] = checkout.errors.away
	answerCalls({
		'POST /api/membership/checkout': () => new Response(text, { status }),
		'GET /api/membership': () => lapsed,
	})
	const user = userEvent.setup()
	show(lapsed)
	await user.click(screen.getByLabelText(/^\$49 now/))
	await user.click(button('Pay by card'))
	expect((await screen.findByRole('alert')).textContent).toContain('Nothing was charged.')
	await waitFor(() => expect(button('Pay by card')).toHaveProperty('disabled', false))
})

test('shows a changed price and requires consent to it', async () => {
	const newConsent = '$59 now, then every month until I cancel.'
	const [status, text] = checkout.errors.consent
	answerCalls({
		'POST /api/membership/checkout': () => new Response(text, { status }),
		'GET /api/membership': () => ({ ...lapsed, consent: { ...lapsed.consent, solo: newConsent } }),
	})
	const user = userEvent.setup()
	show(lapsed)
	await user.click(screen.getByLabelText(/^\$49 now/))
	await user.click(button('Pay by card'))
	expect(await screen.findByText(text)).toBeDefined()
	expect(await screen.findByLabelText(newConsent)).toHaveProperty('checked', false)
})

test('cancels with one click, explains the effect, and resumes with the same button', async () => {
	const calls = answerCalls({
		'POST /api/membership/cancel': (body) => {
			expect(body).toEqual({ version: 4 })
			now = { ...current, isCancelled: true, next: null, version: 5 }
			return now
		},
		'POST /api/membership/resume': (body) => {
			expect(body).toEqual({ version: 5 })
			now = { ...current, version: 6 }
			return now
		},
		'GET /api/membership': () => now,
		'GET /api/membership/invoices': () => [],
	})
	let now = current
	const user = userEvent.setup()
	show(current)
	await user.click(button('Cancel membership'))
	expect(await screen.findByRole('heading', { name: 'You cancelled your membership' })).toBeDefined()
	expect(screen.getByText(/^Your membership ends on March 31, 2027\. .*nothing more is charged\.$/)).toBeDefined()
	expect(document.activeElement).toBe(button('Keep my membership'))
	expect(calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /api/membership/cancel'])
	await user.click(button('Keep my membership'))
	expect(await screen.findByRole('button', { name: 'Cancel membership' })).toBeDefined()
})

test('offers to keep a membership that was canceled in another tab, without an error', async () => {
	const [status, text] = cancelMembership.errors.none
	answerCalls({
		'POST /api/membership/cancel': () => new Response(text, { status }),
		'GET /api/membership': () => ({ ...current, isCancelled: true, next: null, version: 5 }),
	})
	show(current)
	await userEvent.setup().click(button('Cancel membership'))
	expect(await screen.findByRole('button', { name: 'Keep my membership' })).toBeDefined()
	expect(screen.queryByRole('alert')).toBeNull()
})

test('shows the payment instructions if the club takes no cards, and whom to ask if there are none', () => {
	show({ ...lapsed, takesCards: false })
	expect(screen.getByText('Send a check to 12 Court Street.')).toBeDefined()
	expect(screen.queryByRole('button', { name: 'Pay by card' })).toBeNull()
	cleanup()
	queryClient.clear()
	show({ ...lapsed, takesCards: false, instructions: '' })
	expect(screen.getByText('Contact the club to arrange your payment.')).toBeDefined()
})

test.each(['paused', 'complimentary', null] as const)('asks for no payment if the standing is %s', (standing) => {
	show({ ...lapsed, standing, complimentaryUntil: '2028-01-01', pausedOn: standing === 'paused' ? '2027-02-01' : null })
	expect(screen.queryByRole('heading', { name: 'Pay' })).toBeNull()
	expect(screen.queryByRole('button')).toBeNull()
})

test('lets a member pay a failed charge at once, even after the membership has lapsed', () => {
	for (const standing of ['grace', 'lapsed'] as const) {
		show({ ...lapsed, standing, renewsByCard: true })
		expect(screen.getByText(/^The last charge did not go through/)).toBeDefined()
		expect(screen.getByText('Failed charge')).toBeDefined()
		// The failed charge is paid unchanged.
		expect(screen.queryByLabelText('Plan')).toBeNull()
		expect(screen.queryByLabelText(/^Coupon/)).toBeNull()
		expect(button('Pay by card')).toBeDefined()
		expect(button('Change card')).toBeDefined()
		cleanup()
		queryClient.clear()
	}
	show(current)
	expect(screen.queryByRole('button', { name: 'Pay by card' })).toBeNull()
})

test('only a member who pays by card can cancel a lapsed membership: the card is not tried again', async () => {
	show(lapsed)
	expect(screen.queryByRole('button', { name: 'Cancel membership' })).toBeNull()
	cleanup()
	queryClient.clear()
	show({ ...lapsed, renewsByCard: true })
	expect(screen.getByText('If you cancel, your card is not tried again.')).toBeDefined()
	expect(screen.getByRole('button', { name: 'Cancel membership' })).toBeDefined()
})

test('links invoices to their PDFs and shows the open amount', () => {
	show(lapsed, { invoices: [invoice, { ...invoice, id: '2027-0006', state: 'paid', paidCents: 4_900 }] })
	const list = within(screen.getByRole('list'))
	const link = list.getByRole('link', { name: /^Invoice 2027-0007 ?\(PDF/ })
	expect(link.getAttribute('href')).toBe('/api/membership/invoices/2027-0007/file')
	expect(list.getAllByRole('listitem')[0]?.textContent).toContain('due by March 1, 2027')
	expect(list.getAllByRole('listitem')[1]?.textContent).toContain('Paid')
})

test('after a payment, waits for its confirmation, then thanks the member and shows the invoice', async () => {
	let now = lapsed
	answerCalls({
		'GET /api/membership': () => now,
		'GET /api/membership/invoices': () => [{ ...invoice, state: 'paid' }],
	})
	vi.useFakeTimers({ shouldAdvanceTime: true })
	show(lapsed, { back: 'done' })
	expect(screen.getByText(/^Your payment is being confirmed\./)).toBeDefined()
	now = current
	await vi.advanceTimersByTimeAsync(3_100)
	expect(await screen.findByText('Thank you. Your payment arrived.')).toBeDefined()
	expect(await screen.findByRole('link', { name: /^Invoice 2027-0007/ })).toBeDefined()
})

test('after an abandoned payment, shows that nothing was charged', () => {
	show(lapsed, { back: 'cancelled' })
	expect(screen.getByText('You left the payment page. Nothing was charged.')).toBeDefined()
})
