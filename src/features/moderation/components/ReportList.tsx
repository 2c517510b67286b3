import { useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { type Column, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { ListTable } from '#src/components/ui/lists/ListTable.tsx'
import { RowButton } from '#src/components/ui/lists/RowButton.tsx'
import { RowMenu } from '#src/components/ui/lists/RowMenu.tsx'
import { REPORT_REASONS } from '#src/features/comments/post-contract.ts'
import { keepPostMutation } from '#src/features/comments/post-queries.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { useList } from '#src/lib/api/query-list.ts'
import type { Page } from '#src/lib/site/page.ts'
import type { ReportedPost } from '../contract.ts'
import { listReportsQuery, POST_LISTS } from '../queries.ts'
import { type Decision, KIND_LABELS, PostDecision, postName } from './PostDecision.tsx'

const columns: readonly Column<ReportedPost>[] = [
	{
		label: 'Post',
		breaks: true,
		cell: ({ kind, href, title, body, author, hidden }) => (
			<span className="grid justify-items-start gap-1.5">
				<span className="flex flex-wrap gap-1.5">
					<Badge>{KIND_LABELS[kind]}</Badge>
					{hidden && <Badge tone="brass">Hidden</Badge>}
				</span>
				<RowLead href={href}>{title}</RowLead>
				<span className="line-clamp-6 max-w-[44rem] whitespace-pre-line" dir="auto">
					{body}
				</span>
				<span className="text-small text-muted">by {author?.name ?? 'Former member'}</span>
			</span>
		),
	},
	{
		label: 'Reports',
		breaks: true,
		cell: ({ reports }) => (
			<ul className="grid min-w-56 gap-2">
				{reports.map(({ reason, note, at, by }) => (
					<li key={`${by?.username} ${at}`}>
						{REPORT_REASONS[reason]}
						{note && (
							<span className="block text-small" dir="auto">
								{note}
							</span>
						)}
						<span className="block text-small text-muted">
							{by?.name}, <LocalTime when={at} />
						</span>
					</li>
				))}
			</ul>
		),
	},
]

/** Lists the posts that members reported, with the moderators' actions. */
export function ReportList({ initial, isAdmin }: { initial: Page<ReportedPost>; isAdmin: boolean }) {
	const query = useList(listReportsQuery, { initial })
	const [decision, setDecision] = useState<Decision>()
	const keep = useMutation(keepPostMutation(POST_LISTS))
	return (
		<section className="mb-12" aria-labelledby="reports-title">
			<h2 id="reports-title" className="mb-4 text-title">
				Reports
			</h2>
			<ListTable
				list={query}
				failed="Failed to fetch reports"
				empty={<EmptyState title="No open reports">Posts that members report appear here.</EmptyState>}
				caption="Reported posts, the longest waiting first"
				columns={columns}
				keyOf={({ id }) => id}
				actions={(post) => (
					<>
						<RowButton
							of={postName(post)}
							loading={keep.isPending && keep.variables.id === post.id}
							onClick={() => keep.mutate(post)}
						>
							{post.hidden ? 'Restore' : 'Keep'}
						</RowButton>
						<RowButton of={postName(post)} onClick={() => setDecision({ what: 'hide', post })}>
							Hide
						</RowButton>
						{isAdmin && (
							<RowMenu
								of={postName(post)}
								actions={[{ label: 'Delete', isDanger: true, onSelect: () => setDecision({ what: 'delete', post }) }]}
							/>
						)}
					</>
				)}
			/>
			<PostDecision decision={decision} onClose={() => setDecision(undefined)} />
		</section>
	)
}
