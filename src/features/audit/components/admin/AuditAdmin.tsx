import { Button } from '#src/components/ui/Button.tsx'
import { SelectField } from '#src/components/ui/forms/Field.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { type Column, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { ListTable } from '#src/components/ui/lists/ListTable.tsx'
import { useList } from '#src/lib/api/query-list.ts'
import { useUrlFilters } from '#src/lib/lists/address-filters.ts'
import type { Page } from '#src/lib/site/page.ts'
import type { AuditEntry } from '../../contract.ts'
import { changeText, type ValueNames } from '../../entry-text.ts'
import { listAuditQuery } from '../../queries.ts'

interface Props {
	/** The action in the URL; empty for all. */
	action: string
	initial: Page<AuditEntry>
	/** Titles of actions by name. Entries from other releases may have unknown actions, which are shown unchanged. */
	actions: Record<string, string>
	/** Labels that other screens use for the values in an entry. */
	names: ValueNames
}

export function AuditAdmin({ action: first, initial, actions, names }: Props) {
	const { filters, isInitial, setFilters } = useUrlFilters({ action: first }, { remember: '/admin/audit' })
	const { action } = filters
	const query = useList(listAuditQuery(action), { initial: isInitial ? initial : undefined })
	return (
		<>
			<div className="mb-5 max-w-72">
				<SelectField
					label="Action"
					value={action}
					onChange={(event) => setFilters({ action: event.target.value })}
					options={{ '': 'All actions', ...actions }}
				/>
			</div>
			<ListTable
				list={query}
				failed="The audit could not be loaded"
				empty={
					<EmptyState
						title={action === '' ? 'No entries' : 'No entries for this action'}
						action={
							action !== '' && (
								<Button variant="line" onClick={() => setFilters({ action: '' })}>
									Show all actions
								</Button>
							)
						}
					>
						{action === '' ? 'Admin actions appear here.' : 'No one has done this yet.'}
					</EmptyState>
				}
				caption="Audit entries, newest first"
				columns={columnsOf(actions, names)}
				keyOf={({ id }) => id}
			/>
		</>
	)
}

const columnsOf = (actions: Props['actions'], names: ValueNames): Column<AuditEntry>[] => [
	{
		label: 'When',
		isNarrow: true,
		cell: ({ at }) => <LocalTime when={at} />,
	},
	{ label: 'Who', isNarrow: true, cell: ({ actorName }) => actorName },
	{ label: 'What', cell: ({ action }) => actions[action] ?? action },
	{
		label: 'Subject',
		short: 'To',
		breaks: true,
		cell: ({ href, subjectName }) => (href ? <RowLead href={href}>{subjectName}</RowLead> : subjectName),
	},
	{
		label: 'Change',
		cell({ detail }) {
			const text = changeText(detail, names)
			return text && <span className="block first-letter:uppercase">{text}</span>
		},
	},
]
