import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { DataTable } from '#src/components/ui/lists/DataTable.tsx'
import { useQuery } from '#src/lib/api/query.ts'
import { listCourseVersionsQuery } from '../../admin-queries.ts'
import { difficultyLabels } from '../../course-format.ts'
import type { CourseVersion } from '../../workspace-contract.ts'

type Props = {
	courseId: string
	/** Loads an earlier version into the form. */
	onUse(version: CourseVersion): void
}

export function EarlierDetails({ courseId, onUse }: Props) {
	const { data: versions = [], error, refetch } = useQuery(listCourseVersionsQuery(courseId))
	if (error) return <FetchError title="Failed to fetch earlier details" error={error} onRetry={refetch} />
	if (versions.length === 0) return null
	return (
		<section className="mt-10" aria-labelledby="earlier-details">
			<h2 id="earlier-details" className="section-title">
				Earlier details
			</h2>
			<p className="section-line">
				{versions.length === 1
					? 'Before the last change.'
					: `Before the last ${versions.length} changes, newest first.`}
			</p>
			<div className="card">
				<DataTable
					caption="Earlier details, newest first"
					rows={versions}
					keyOf={({ id }) => id}
					columns={[
						{ label: 'Title', breaks: true, cell: ({ title }) => title },
						{ label: 'Difficulty', isNarrow: true, cell: ({ difficulty }) => difficultyLabels[difficulty] },
						{ label: 'Until', isNarrow: true, cell: ({ replacedAt }) => <LocalTime when={replacedAt} /> },
						{ label: 'Replaced by', cell: ({ replacedBy }) => replacedBy },
					]}
					actions={(version) => (
						<Button variant="line" onClick={() => onUse(version)}>
							Use in form<span className="sr-only"> {version.title}</span>
						</Button>
					)}
				/>
			</div>
		</section>
	)
}
