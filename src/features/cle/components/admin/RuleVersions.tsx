import { useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { type Column, DataTable } from '#src/components/ui/lists/DataTable.tsx'
import { PageHead } from '#src/components/ui/lists/PageHead.tsx'
import { useQuery } from '#src/lib/api/query.ts'
import { formatDay } from '#src/lib/dates/calendar-day.ts'
import type { RuleDifference, RuleVersion } from '../../admin-contract.ts'
import { listRuleVersionsQuery } from '../../admin-queries.ts'
import { SourceLinks } from '../SourceLinks.tsx'
import { RuleVersionDialog } from './RuleVersionDialog.tsx'
import { CONFIDENCE_LABELS, type Mark, marksOf } from './rules-form.ts'

const differenceColumns: readonly Column<RuleDifference>[] = [
	{ label: 'Number', breaks: true, cell: ({ path }) => <code className="text-small">{path}</code> },
	{ label: 'Before', breaks: true, cell: ({ before }) => before ?? <span className="text-muted">Not set</span> },
	{ label: 'After', breaks: true, cell: ({ after }) => after ?? <span className="text-muted">Removed</span> },
]

const markColumns: readonly Column<Mark>[] = [
	{
		label: 'Number',
		breaks: true,
		cell: ({ label, path }) => (
			<span className="grid">
				{label}
				<code className="text-small text-muted">{path}</code>
			</span>
		),
	},
	{ label: 'Value', breaks: true, isLong: true, cell: ({ values }) => values },
	{
		label: 'How sure',
		cell: ({ confidence }) =>
			confidence === 'verified' ? (
				CONFIDENCE_LABELS.verified
			) : (
				<Badge tone="brass">{CONFIDENCE_LABELS[confidence]}</Badge>
			),
	},
	{ label: 'To be checked', isLong: true, cell: ({ needsChecking }) => needsChecking ?? 'Nothing' },
]

type Props = { jurisdiction: string; versions: RuleVersion[]; today: string }

/** Lists the versions of a jurisdiction's rules, newest first, with their changes. */
export function RuleVersions({ jurisdiction, versions: first, today }: Props) {
	const { data: versions, error, refetch } = useQuery(listRuleVersionsQuery(jurisdiction), { initial: first })
	const [isEditing, setEditing] = useState(false)
	const [newest] = versions
	if (!newest) return null
	const { rules } = newest
	return (
		<>
			<PageHead
				title={`Rules of ${rules.name}`}
				line="Members’ credits are counted by these numbers."
				back={{ href: '/admin/cle/rules', label: 'Back to rules' }}
			>
				<Button onClick={() => setEditing(true)}>Edit as a new version</Button>
			</PageHead>
			{error && <FetchError title="The versions could not be loaded" error={error} onRetry={refetch} />}
			{versions.map((version) => (
				<Version key={version.rules.version} {...version} />
			))}
			<section className="mt-12" aria-labelledby="marks-title">
				<h2 id="marks-title" className="mb-4 text-title">
					How sure the numbers are
				</h2>
				<div className="card">
					<DataTable
						caption={`Numbers of version ${rules.version}`}
						columns={markColumns}
						rows={marksOf(rules)}
						keyOf={({ path }) => path}
					/>
				</div>
				<Sources sources={rules.sources} />
			</section>
			{isEditing && (
				<RuleVersionDialog rules={rules} version={rules.version + 1} today={today} onClose={() => setEditing(false)} />
			)}
		</>
	)
}

function Version({ rules, checkedBy, isCurrent, differences }: RuleVersion) {
	const id = `version-${rules.version}`
	return (
		<section className="card mb-6" aria-labelledby={id}>
			<div className="card-body">
				<h2 id={id} className="flex flex-wrap items-center gap-2 text-title">
					Version {rules.version}
					{isCurrent && <Badge tone="done">In effect</Badge>}
					{rules.status === 'unchecked' && <Badge tone="brass">Unchecked</Badge>}
				</h2>
				<p className="mt-1 text-muted">
					In effect from {formatDay(rules.validFrom)}. Checked {formatDay(rules.checkedAt)} by {checkedBy}.
				</p>
				{differences.length === 0 && <p className="mt-3">The first version.</p>}
			</div>
			{differences.length > 0 && (
				<DataTable
					caption={`What version ${rules.version} changed`}
					columns={differenceColumns}
					rows={differences}
					keyOf={({ path }) => path}
				/>
			)}
		</section>
	)
}

const Sources = ({ sources }: Pick<RuleVersion['rules'], 'sources'>) =>
	sources.length > 0 && (
		<>
			<h3 className="mt-8 mb-2 text-subtitle">Sources</h3>
			<SourceLinks className="grid gap-1" sources={sources} />
		</>
	)
