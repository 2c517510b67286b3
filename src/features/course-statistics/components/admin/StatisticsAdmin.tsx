import { Badge } from '#src/components/ui/Badge.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { type Column, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { ListTable } from '#src/components/ui/lists/ListTable.tsx'
import { useList } from '#src/lib/api/query-list.ts'
import type { Page } from '#src/lib/site/page.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { listStatisticsQuery } from '../../admin-queries.ts'
import type { CourseStatisticsRow } from '../../contract.ts'
import { daysText, shareText } from '../../statistics-text.ts'

const columns: readonly Column<CourseStatisticsRow>[] = [
	{
		label: 'Course',
		breaks: true,
		cell: ({ courseId, title, isPublished }) => (
			<span className="flex flex-wrap items-center gap-x-3">
				<RowLead href={`/admin/figures/${courseId}`}>{title}</RowLead>
				{!isPublished && <Badge tone="brass">Draft</Badge>}
			</span>
		),
	},
	{ label: 'Enrolled', isNumeric: true, cell: ({ enrolled }) => formatNumber(enrolled) },
	{ label: 'Started', isNumeric: true, cell: ({ started, enrolled }) => shareText(started, enrolled) },
	{ label: 'Finished', isNumeric: true, cell: ({ finished, enrolled }) => shareText(finished, enrolled) },
	{ label: 'Median time', isNumeric: true, cell: ({ medianDays }) => daysText(medianDays) },
	{
		label: 'Journals waiting',
		short: 'Journals',
		isNumeric: true,
		cell: ({ waitingJournals }) => formatNumber(waitingJournals),
	},
	{
		label: 'As of',
		isNarrow: true,
		cell: ({ countedAt }) => (countedAt ? <LocalTime when={countedAt} /> : 'Counting'),
	},
]

export function StatisticsAdmin({ initial }: { initial: Page<CourseStatisticsRow> }) {
	const query = useList(listStatisticsQuery, { initial })
	return (
		<ListTable
			list={query}
			failed="The statistics could not be loaded"
			empty={
				<EmptyState title="No statistics yet">
					Statistics appear a minute after a course changes and update as members use it.
				</EmptyState>
			}
			isNumericTable
			caption="Courses, most members first"
			columns={columns}
			keyOf={({ courseId }) => courseId}
		/>
	)
}
