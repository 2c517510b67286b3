import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { type Column, DataTable, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import type { ResponseOf } from '#src/lib/api/contract.ts'
import { useQuery } from '#src/lib/api/query.ts'
import { formatDay } from '#src/lib/dates/calendar-day.ts'
import type { listRuleSets } from '../../admin-contract.ts'
import { listRuleSetsQuery } from '../../admin-queries.ts'
import type { RuleSet } from '../../rules-schema.ts'
import { RuleVersionDialog } from './RuleVersionDialog.tsx'

type RuleSetRow = ResponseOf<typeof listRuleSets>[number]

const columns: readonly Column<RuleSetRow>[] = [
	{
		label: 'Jurisdiction',
		cell: ({ jurisdiction, name, status }) => (
			<span className="flex flex-wrap items-center gap-2">
				<RowLead href={`/admin/cle/rules/${jurisdiction}`}>{name}</RowLead>
				{status === 'unchecked' && <Badge tone="brass">Unchecked</Badge>}
			</span>
		),
	},
	{
		label: 'Version',
		isNumeric: true,
		cell: ({ version, versions }) => (versions > 1 ? `${version} of ${versions}` : version),
	},
	{ label: 'In effect from', isNarrow: true, cell: ({ validFrom }) => formatDay(validFrom) },
	{ label: 'Checked', cell: ({ checkedAt, checkedBy }) => `${formatDay(checkedAt)} by ${checkedBy}` },
	{ label: 'Members', isNumeric: true, cell: ({ members }) => members },
]

/** Returns a template for the rules of a new jurisdiction. */
const templateFrom = (rules: RuleSet): RuleSet => ({
	...rules,
	...{ jurisdiction: '', name: '', status: 'unchecked', sources: [] },
})

type Props = { sets: RuleSetRow[]; rules: readonly RuleSet[]; today: string }

/** Lists the rules of each jurisdiction, which admins maintain as data. */
export function RulesAdmin({ sets: first, rules, today }: Props) {
	const { data: sets, error, refetch } = useQuery(listRuleSetsQuery, { initial: first })
	const [isAdding, setAdding] = useState(false)
	const [template] = rules
	return (
		<>
			<div className="mb-5 flex flex-wrap items-center justify-between gap-3">
				<p className="max-w-reading text-muted">
					Check these numbers with the boards. Rules marked unchecked come from secondary sources.
				</p>
				{template && (
					<Button onClick={() => setAdding(true)}>
						<Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />
						Add jurisdiction
					</Button>
				)}
			</div>
			{error && <FetchError title="The rules could not be loaded" error={error} onRetry={refetch} />}
			<div className="card">
				{sets.length === 0 ? (
					<EmptyState title="No rules">
						The rules of seven states come with the product. Restart the server to add them.
					</EmptyState>
				) : (
					<DataTable
						caption="Rules by jurisdiction"
						columns={columns}
						rows={sets}
						keyOf={({ jurisdiction }) => jurisdiction}
					/>
				)}
			</div>
			{isAdding && template && (
				<RuleVersionDialog rules={templateFrom(template)} version={1} today={today} onClose={() => setAdding(false)} />
			)}
		</>
	)
}
