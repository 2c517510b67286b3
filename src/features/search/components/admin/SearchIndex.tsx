import { Button } from '#src/components/ui/Button.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { Progress } from '#src/components/ui/Progress.tsx'
import { useMutation, useQuery } from '#src/lib/api/query.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { rebuildSearchMutation, searchStatusQuery } from '../../admin-queries.ts'
import type { SearchStatus } from '../../contract.ts'

function stepText({ step, waiting, answersDone }: SearchStatus): string {
	if (step === 'answers') return `Forum answers: ${answersDone ?? 0}% done.`
	if (step === 'words') return 'Counting words for spelling correction.'
	return waiting > 0
		? `Episodes, courses and sessions: ${formatNumber(waiting)} to go.`
		: 'Listing episodes, courses and sessions.'
}

export function SearchIndex({ initial }: { initial: SearchStatus }) {
	const { data: status } = useQuery(searchStatusQuery, { initial })
	const rebuild = useMutation(rebuildSearchMutation)
	const { parts, words, waiting, lastRebuild, running, step, answersDone } = status
	return (
		<>
			<p className="mt-3">
				<strong>Now:</strong> The search covers {formatNumber(parts)} {parts === 1 ? 'passage' : 'passages'} of
				episodes, courses and sessions, and the forum. It knows {formatNumber(words)} {words === 1 ? 'word' : 'words'}{' '}
				for correcting misspelled searches.{' '}
				{!running && waiting > 0 && `${formatNumber(waiting)} changes are waiting to be indexed. `}
				{lastRebuild !== null && (
					<>
						Last rebuilt <LocalTime when={lastRebuild} />.
					</>
				)}
			</p>
			{/* Always rendered, so changes are announced. */}
			<div role="status" className="mt-4">
				{running && <p className="mb-2">The index is being rebuilt. {stepText(status)}</p>}
			</div>
			{running && step === 'answers' && <Progress value={answersDone ?? 0} label="Answers indexed" />}
			<p className="mt-4">
				<Button variant="line" loading={rebuild.isPending} disabled={running} onClick={() => rebuild.mutate()}>
					{running ? 'Rebuilding…' : 'Rebuild'}
				</Button>
			</p>
		</>
	)
}
