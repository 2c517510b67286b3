// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import { answerCalls } from '#tests/support/site/island-server.ts'
import type { Dues, DuesRow } from '../../dues-contract.ts'
import { DuesAdmin } from './DuesAdmin.tsx'

const imani: DuesRow = {
	...{ userId: '1', name: 'Imani Brooks', email: 'imani@example.com', standing: 'due', plan: 'Solo' },
	...{ day: '2027-03-14', amountCents: 4_900, currency: 'USD', renewsByCard: false },
}
const summary: Dues = {
	tabs: { due: 1, late: 0, lapsing: 0, lapsed: 1_204, complimentary: 0, paused: 0 },
	standings: {
		trial: 0,
		current: 300,
		due: 1,
		grace: 0,
		lapsed: 1_204,
		paused: 0,
		complimentary: 0,
		ended: 0,
		none: 7,
	},
	dueSoon: [{ currency: 'USD', amountCents: 4_900, members: 1 }],
	renewed: [{ month: '2026-11', joined: 8, renewed: 6 }],
	chargedThough: [],
	rows: [],
}
const page = (items: DuesRow[]) => ({ items, total: items.length, next: undefined })

afterEach(() => {
	cleanup()
	queryClient.clear()
	vi.unstubAllGlobals()
	window.history.replaceState(null, '', '/')
})

test('shows the members whose payment is due, and the summary of the club', () => {
	render(<DuesAdmin tab="due" initial={page([imani])} summary={summary} />)
	expect(screen.getByRole('link', { name: 'Imani Brooks' }).getAttribute('href')).toBe('/admin/users/1?tab=dues')
	expect(screen.getByText('March 14, 2027')).toBeDefined()
	expect(screen.getByRole('tab', { name: /^Lapsed\s?1,204$/ })).toBeDefined()
	expect(screen.getByText('from 1 member')).toBeDefined()
	expect(screen.getByRole('row', { name: 'November 2026 8 6 75%' })).toBeDefined()
	// No member has this standing.
	expect(screen.queryByText('Trial')).toBeNull()
})

test('a tab shows its members, appears in the URL, and has a message for an empty list', async () => {
	answerCalls({ 'GET /api/admin/dues/members': () => [] })
	const user = userEvent.setup()
	render(<DuesAdmin tab="due" initial={page([imani])} summary={summary} />)
	await user.click(screen.getByRole('tab', { name: /^Lapsing/ }))
	expect(await screen.findByText('Nobody is about to lapse')).toBeDefined()
	expect(window.location.search).toBe('?tab=lapsing')
})

test('offers no payment to record for members who renew by card', () => {
	render(
		<DuesAdmin
			tab="due"
			initial={page([imani, { ...imani, userId: '2', name: 'Marcus', renewsByCard: true }])}
			summary={summary}
		/>,
	)
	expect(screen.getByRole('button', { name: 'Record payment Imani Brooks' })).toBeDefined()
	expect(screen.queryByRole('button', { name: 'Record payment Marcus' })).toBeNull()
})

test('warns of deactivated members whose card is still charged', () => {
	render(
		<DuesAdmin tab="due" initial={page([])} summary={{ ...summary, chargedThough: [{ userId: '9', name: 'Dana' }] }} />,
	)
	expect(screen.getByRole('alert').textContent).toContain('their cards are still charged')
	expect(screen.getByRole('link', { name: 'Dana' }).getAttribute('href')).toBe('/admin/users/9?tab=dues')
	expect(screen.getByText('No payments are due')).toBeDefined()
	expect(screen.queryByText(/There are more/)).toBeNull()
})

test('shows only ten deactivated members whose cards are still charged, with a note that there are more', () => {
	const chargedThough = Array.from({ length: 11 }, (_, at) => ({ userId: String(at), name: `Dana ${at}` }))
	render(<DuesAdmin tab="due" initial={page([])} summary={{ ...summary, chargedThough }} />)
	expect(screen.getAllByRole('link', { name: /^Dana/ })).toHaveLength(10)
	expect(screen.getByText(/There are more/)).toBeDefined()
})

test('shows an error if the first page of the list failed, and fetches it again on request', async () => {
	const answers: (() => unknown)[] = [
		() => new Response('The service is busy. Please try again in a moment.', { status: 503 }),
		() => [imani],
	]
	answerCalls({ 'GET /api/admin/dues/members': () => answers.shift()?.() })
	const user = userEvent.setup()
	render(<DuesAdmin tab="due" initial={page([])} summary={summary} />)
	await user.click(screen.getByRole('tab', { name: /^Lapsing/ }))
	expect((await screen.findByRole('alert')).textContent).toBe(
		'The members could not be loadedThe service is busy. Please try again in a moment.',
	)
	await user.click(screen.getByRole('button', { name: 'Try again' }))
	expect(await screen.findByRole('link', { name: 'Imani Brooks' })).toBeDefined()
	expect(screen.queryByRole('alert')).toBeNull()
})
