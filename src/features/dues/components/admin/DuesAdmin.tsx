import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { EmailText } from '#src/components/ui/EmailText.tsx'
import { type Column, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { ListTable } from '#src/components/ui/lists/ListTable.tsx'
import { RowButton } from '#src/components/ui/lists/RowButton.tsx'
import { useChosenInView } from '#src/components/ui/lists/use-chosen-in-view.ts'
import { useQuery } from '#src/lib/api/query.ts'
import { useList } from '#src/lib/api/query-list.ts'
import { formatDay } from '#src/lib/dates/calendar-day.ts'
import { formatMoney } from '#src/lib/dues/money.ts'
import { ALWAYS } from '#src/lib/dues/standing.ts'
import { useUrlFilters } from '#src/lib/lists/address-filters.ts'
import type { Page } from '#src/lib/site/page.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { getDuesQuery, listDuesQuery } from '../../admin-queries.ts'
import { CHARGED_SHOWN, DUES_TABS, type Dues, type DuesRow, type DuesTab } from '../../dues-contract.ts'
import { DuesSummary } from './DuesSummary.tsx'
import { RecordPaymentDialog } from './RecordPaymentDialog.tsx'

/** The label of each tab, the heading of its day column, and the messages for an empty list. */
const TABS: Record<DuesTab, { label: string; day: string; empty: string; text: string }> = {
	due: {
		label: 'Due',
		day: 'Paid until',
		empty: 'No payments are due',
		text: 'Members whose period ends within 30 days appear here.',
	},
	late: {
		label: 'Late',
		day: 'Paid until',
		empty: 'Nobody is late',
		text: 'Members in the first week after their paid period appear here.',
	},
	lapsing: {
		label: 'Lapsing',
		day: 'Paid until',
		empty: 'Nobody is about to lapse',
		text: 'Members in the second week after their paid period appear here. They lose access at the end of it.',
	},
	lapsed: {
		label: 'Lapsed',
		day: 'Paid until',
		empty: 'Nobody has lapsed',
		text: 'Members who did not pay within 14 days appear here.',
	},
	complimentary: {
		label: 'Complimentary',
		day: 'Until',
		empty: 'Nobody has a complimentary membership',
		text: 'Give one on a member’s page.',
	},
	paused: {
		label: 'Paused',
		day: 'Since',
		empty: 'No memberships are paused',
		text: 'Pause one on a member’s page.',
	},
}

export const duesTabOf = (text: string | null): DuesTab => DUES_TABS.find((tab) => tab === text) ?? 'due'

const dayOf = (day: string | null) => (day === null ? 'Never paid' : day === ALWAYS ? 'Always' : formatDay(day))

const columnsOf = (tab: DuesTab): Column<DuesRow>[] => [
	{
		label: 'Member',
		breaks: true,
		cell: ({ userId, name, email }) => (
			<span className="grid justify-items-start">
				<RowLead href={`/admin/users/${userId}?tab=dues`}>{name}</RowLead>
				<span className="text-small text-muted">
					<EmailText email={email} />
				</span>
			</span>
		),
	},
	{
		label: 'Plan',
		cell: ({ plan, renewsByCard }) => (
			<span className="flex flex-wrap items-center gap-1.5">
				{plan ?? 'None'} {renewsByCard && <Badge>By card</Badge>}
			</span>
		),
	},
	{ label: TABS[tab].day, isNarrow: true, cell: ({ day }) => dayOf(day) },
	{
		label: 'Next payment',
		isNumeric: true,
		cell: ({ amountCents, currency }) =>
			amountCents === null || currency === null ? 'None' : formatMoney(amountCents, currency),
	},
]

type Props = { tab: DuesTab; initial: Page<DuesRow>; summary: Dues }

/** Members grouped by what they owe: due, late, lapsed, or exempt. */
export function DuesAdmin({ tab: first, initial, summary: firstSummary }: Props) {
	const { filters, setFilters } = useUrlFilters({ tab: first === 'due' ? '' : first }, { remember: '/admin/dues' })
	const tab = duesTabOf(filters.tab)
	const { data: summary, error, refetch } = useQuery(getDuesQuery, { initial: firstSummary })
	const list = useList(listDuesQuery(tab), { initial: tab === first ? initial : undefined })
	const [paying, setPaying] = useState<DuesRow>()
	const tabs = useChosenInView<HTMLDivElement>()
	return (
		<>
			{error && <FetchError title="The summary could not be loaded" error={error} onRetry={refetch} />}
			<ChargedThough members={summary.chargedThough} />
			<DuesSummary summary={summary} />
			<Tabs.Root value={tab} onValueChange={(value) => setFilters({ tab: value === 'due' ? '' : value })}>
				<Tabs.List ref={tabs} className="tab-list long-tabs mb-6" aria-label="Members by what is due">
					{DUES_TABS.map((value) => (
						<Tabs.Trigger key={value} value={value} className="tab">
							{TABS[value].label} <span className="text-muted">{formatNumber(summary.tabs[value] ?? 0)}</span>
						</Tabs.Trigger>
					))}
				</Tabs.List>
				<Tabs.Content value={tab}>
					<ListTable
						list={list}
						failed="The members could not be loaded"
						empty={<EmptyState title={TABS[tab].empty}>{TABS[tab].text}</EmptyState>}
						caption={`${TABS[tab].label}, by day`}
						columns={columnsOf(tab)}
						keyOf={({ userId }) => userId}
						{...(tab !== 'complimentary' &&
							tab !== 'paused' && {
								actions: (row: DuesRow) =>
									row.plan &&
									!row.renewsByCard && (
										<RowButton of={row.name} onClick={() => setPaying(row)}>
											Record payment
										</RowButton>
									),
							})}
					/>
				</Tabs.Content>
			</Tabs.Root>
			{paying && <RecordPaymentDialog id={paying.userId} name={paying.name} onClose={() => setPaying(undefined)} />}
		</>
	)
}

function ChargedThough({ members }: { members: Dues['chargedThough'] }) {
	if (members.length === 0) return null
	return (
		<div className="mb-6">
			<Alert>
				<p>
					These members are deactivated, but their cards are still charged. Cancel their subscriptions at the payment
					provider:
				</p>
				<ul className="mt-1">
					{members.slice(0, CHARGED_SHOWN).map(({ userId, name }) => (
						<li key={userId}>
							<a className="link" href={`/admin/users/${userId}?tab=dues`}>
								{name}
							</a>
						</li>
					))}
				</ul>
				{members.length > CHARGED_SHOWN && <p className="mt-1">There are more. They appear once these are done.</p>}
			</Alert>
		</div>
	)
}
