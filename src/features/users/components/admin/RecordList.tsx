import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { LoadMore } from '#src/components/ui/lists/LoadMore.tsx'
import { Spinner } from '#src/components/ui/Spinner.tsx'
import { useList } from '#src/lib/api/query-list.ts'
import type { RecordKind } from '../../member-contract.ts'
import { listMemberRecordsQuery } from '../../queries.ts'

type Props = { memberId: string; kind: RecordKind; title: string; empty: string }

export function RecordList({ memberId, kind, title, empty }: Props) {
	const records = useList(listMemberRecordsQuery(memberId, kind))
	return (
		<section aria-label={title} aria-busy={records.isFetching || undefined}>
			<h2 className="mb-3 text-title">{title}</h2>
			{records.error && (
				<FetchError title={`${title} could not be loaded`} error={records.error} onRetry={records.refetch} />
			)}
			{records.isPending && (
				<p role="status" className="flex items-center gap-3 text-muted">
					<Spinner /> Loading
				</p>
			)}
			{!records.isPending && !records.error && records.items.length === 0 && <p className="text-muted">{empty}</p>}
			{records.items.length > 0 && (
				<ul className="card">
					{records.items.map((record) => (
						<li key={record.row} className="member-record">
							<p className="flex flex-wrap items-baseline justify-between gap-x-4">
								{record.href ? (
									<a className="link breaks" href={record.href}>
										{record.title}
									</a>
								) : (
									<span className="breaks">{record.title}</span>
								)}
								<span className="text-small text-muted">
									<LocalTime when={record.at} />
								</span>
							</p>
							{record.facts.length > 0 && <p className="text-small text-muted">{record.facts.join(' · ')}</p>}
							{record.text !== null && <p className="member-text breaks">{record.text}</p>}
						</li>
					))}
				</ul>
			)}
			<LoadMore of={records} />
		</section>
	)
}
