import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import { ledgerOf, newYorkCard, requirement } from '#tests/support/cle/ledger.ts'
import { LedgerPage } from './LedgerPage.tsx'

afterEach(() => {
	cleanup()
	queryClient.clear()
})

const card = () => within(screen.getByRole('article', { name: /^New York/ }))

test('shows the progress of an admission and describes what is missing', () => {
	render(<LedgerPage initial={ledgerOf(newYorkCard())} canChange />)
	const shown = card()
	expect(shown.getByText('17.5').parentElement?.textContent).toBe('17.5 of 24')
	expect(shown.getByText('133 days left, until April 11, 2027')).toBeDefined()
	expect(shown.getByText('1 credit of cybersecurity is missing. 1 of our courses gives it.')).toBeDefined()
	expect(shown.getByRole('link', { name: 'Safe email' }).getAttribute('href')).toBe('/courses/safe-email')
	expect(shown.getByText('Carry-over from last cycle: 2.5')).toBeDefined()
	expect(shown.getByText('Rules of New York, checked 22 Nov 2026. Confirm with the board.')).toBeDefined()
	expect(shown.getByText('Your birthday decides the last day.')).toBeDefined()
	expect(shown.getByRole('progressbar', { name: 'Cybersecurity' }).getAttribute('aria-valuetext')).toBe(
		'0 of 1 credits',
	)
	expect(shown.queryByText('Nothing is missing for this cycle.')).toBeNull()
	expect(screen.getByRole('link', { name: 'Add a credit' }).getAttribute('href')).toBe('/cle/credits?add=1')
})

test('marks unchecked numbers and says what to check', () => {
	render(
		<LedgerPage
			initial={ledgerOf(
				newYorkCard({
					requirements: [
						requirement({
							need: null,
							missing: 0,
							confidence: 'open',
							needsChecking: 'How it shrinks with few months.',
						}),
					],
				}),
			)}
			canChange
		/>,
	)
	const item = within(card().getByText('Total').closest('li') as HTMLElement)
	expect(item.getByText('unchecked')).toBeDefined()
	expect(item.getByText('To be checked: How it shrinks with few months.')).toBeDefined()
	expect(item.queryByRole('progressbar')).toBeNull()
	expect(item.getByText('17.5 credits')).toBeDefined()
})

test('lists the parts of a requirement below it', () => {
	const requirements = [
		requirement({}),
		requirement({ id: 'ethics', label: 'Legal ethics' }),
		requirement({ id: 'bias', label: 'Elimination of bias' }),
		requirement({ id: 'implicit', label: 'Implicit bias', within: 'bias' }),
		requirement({ id: 'cyber', label: 'Cybersecurity', within: 'total' }),
	]
	render(<LedgerPage initial={ledgerOf(newYorkCard({ requirements }))} canChange />)
	const itemOf = (label: string) => card().getByText(label).closest('li') as HTMLElement
	expect(within(itemOf('Elimination of bias')).getByText('Implicit bias')).toBeDefined()
	expect(itemOf('Cybersecurity').parentElement).toBe(itemOf('Total').parentElement)
	expect(card().getAllByRole('progressbar')).toHaveLength(requirements.length)
})

test('says that nothing is missing', () => {
	const requirements = [requirement({ have: 2400, missing: 0, words: '' })]
	render(<LedgerPage initial={ledgerOf(newYorkCard({ requirements, daysLeft: 0 }))} canChange />)
	expect(card().getByText('Nothing is missing for this cycle.')).toBeDefined()
	expect(card().getByText('Today is the last day, April 11, 2027')).toBeDefined()
})

test('says what an admission lacks and links to its form', () => {
	const problem = 'Enter your birthday: New York counts from it'
	render(<LedgerPage initial={ledgerOf(newYorkCard({ cycle: null, problem }))} canChange />)
	expect(card().getByText(problem, { exact: false })).toBeDefined()
	expect(card().getByRole('link', { name: 'Complete this admission' }).getAttribute('href')).toBe(
		'/cle/admissions?edit=ny',
	)
	expect(card().queryByRole('progressbar')).toBeNull()
})

test('explains an empty ledger and offers to add an admission if the member may', () => {
	render(<LedgerPage initial={ledgerOf()} canChange />)
	expect(screen.getByText('No admissions yet')).toBeDefined()
	expect(screen.getByRole('link', { name: 'Add an admission' }).getAttribute('href')).toBe('/cle/admissions?add=1')
	cleanup()
	render(<LedgerPage initial={ledgerOf()} canChange={false} />)
	expect(screen.queryByRole('link')).toBeNull()
})
