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

test('pays by card: the consent first, then the words of the chosen plan and the coupon are sent', async () => {
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

test('the provider is away: says that nothing was charged, and can be tried again', async () => {
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

test('a changed price is shown again, and needs new consent', async () => {
	const words = '$59 now, then every month until I cancel.'
	const [status, text] = checkout.errors.consent
	answerCalls({
		'POST /api/membership/checkout': () => new Response(text, { status }),
		'GET /api/membership': () => ({ ...lapsed, consent: { ...lapsed.consent, solo: words } }),
	})
	const user = userEvent.setup()
	show(lapsed)
	await user.click(screen.getByLabelText(/^\$49 now/))
	await user.click(button('Pay by card'))
	expect(await screen.findByText(text)).toBeDefined()
	expect(await screen.findByLabelText(words)).toHaveProperty('checked', false)
})

test('cancels with one press, says what happens, and takes it back with the same button', async () => {
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

test('cancelled in another tab: offers to keep it, and nothing failed', async () => {
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

test('without cards the text of the club says how to pay; without both, whom to ask', () => {
	show({ ...lapsed, takesCards: false })
	expect(screen.getByText('Send a check to 12 Court Street.')).toBeDefined()
	expect(screen.queryByRole('button', { name: 'Pay by card' })).toBeNull()
	cleanup()
	queryClient.clear()
	show({ ...lapsed, takesCards: false, instructions: '' })
	expect(screen.getByText('Contact the club to arrange your payment.')).toBeDefined()
})

test.each(['paused', 'complimentary', null] as const)('asks nobody for money whose standing is %s', (standing) => {
	show({ ...lapsed, standing, complimentaryUntil: '2028-01-01', pausedOn: standing === 'paused' ? '2027-02-01' : null })
	expect(screen.queryByRole('heading', { name: 'Pay' })).toBeNull()
	expect(screen.queryByRole('button')).toBeNull()
})

test('a card that failed can be paid again at once, also once the membership has lapsed', () => {
	for (const standing of ['grace', 'lapsed'] as const) {
		show({ ...lapsed, standing, renewsByCard: true })
		expect(screen.getByText(/^The last charge did not go through/)).toBeDefined()
		expect(screen.getByText('Failed charge')).toBeDefined()
		// It is paid as it is.
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

test('a membership that has lapsed is cancelled by who pays by card alone: the card is not tried again', async () => {
	show(lapsed)
	expect(screen.queryByRole('button', { name: 'Cancel membership' })).toBeNull()
	cleanup()
	queryClient.clear()
	show({ ...lapsed, renewsByCard: true })
	expect(screen.getByText('If you cancel, your card is not tried again.')).toBeDefined()
	expect(screen.getByRole('button', { name: 'Cancel membership' })).toBeDefined()
})

test('invoices are links to their PDF, with what is open', () => {
	show(lapsed, { invoices: [invoice, { ...invoice, id: '2027-0006', state: 'paid', paidCents: 4_900 }] })
	const list = within(screen.getByRole('list'))
	const link = list.getByRole('link', { name: /^Invoice 2027-0007 ?\(PDF/ })
	expect(link.getAttribute('href')).toBe('/api/membership/invoices/2027-0007/file')
	expect(list.getAllByRole('listitem')[0]?.textContent).toContain('due by March 1, 2027')
	expect(list.getAllByRole('listitem')[1]?.textContent).toContain('Paid')
})

test('back from a payment: waits for its confirmation, then thanks and shows the invoice', async () => {
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

test('back without a payment: nothing was charged', () => {
	show(lapsed, { back: 'cancelled' })
	expect(screen.getByText('You left the payment page. Nothing was charged.')).toBeDefined()
})
