import type { ReactNode } from 'react'
import { type Fact, FactList } from '#src/components/ui/FactList.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { formatDay } from '#src/lib/dates/calendar-day.ts'
import type { AttendanceDetail } from '../../admin-contract.ts'
import { clockText } from './attendance-text.ts'

const timeOr = (key: string, when: string | null, none: string): ReactNode =>
	when ? <LocalTime key={key} when={when} /> : none

const codeFacts = ({ codes }: AttendanceDetail): Fact[] =>
	codes.map(({ atMs, enteredAt }, index) => [
		`Code ${index + 1}, due at ${clockText(atMs)}`,
		timeOr(String(index), enteredAt, 'Not entered'),
	])

function liveFacts({ mode, live }: AttendanceDetail): Fact[] {
	if (mode === 'watch') return []
	const spoken = live.codesEnteredAt.map(
		(at, index): Fact => [`Spoken code ${index + 1}`, timeOr(`code-${index}`, at, '')],
	)
	if (mode === 'spoken') return spoken
	return [
		['Check-in', timeOr('in', live.checkedInAt, 'None')],
		...spoken,
		['Sign-out', timeOr('out', live.signedOutAt, 'None')],
		['List of participants', live.listedMinutes === null ? 'Not imported' : `${live.listedMinutes} minutes`],
	]
}

const hashText = (hash: string) => <code className="text-small break-all">{hash}</code>

function FrozenRecord({ evidence }: { evidence: NonNullable<AttendanceDetail['evidence']> }) {
	const { hash, previousHash, keptUntil, json } = evidence
	return (
		<>
			<h3 className="mt-6 mb-2 text-subtitle">Frozen record</h3>
			<FactList
				className="member-facts"
				facts={[
					['Hash', hashText(hash)],
					['Previous hash', previousHash ? hashText(previousHash) : 'None, this is the first'],
					['Kept until', formatDay(keptUntil)],
				]}
			/>
			<details className="mt-4">
				<summary className="btn btn-line btn-small">The whole record</summary>
				<pre className="mt-3 text-small break-all whitespace-pre-wrap">{JSON.stringify(json, null, 2)}</pre>
			</details>
		</>
	)
}

/** Shows the recorded data and, once it is frozen, its hash. Nobody can change evidence. */
export function Evidence({ attendance }: { attendance: AttendanceDetail }) {
	const { watched, hiddenMs, reviews, evidence } = attendance
	const facts: Fact[] = [
		...(watched.length > 0
			? [
					['Watched', watched.map(([from, to]) => `${clockText(from)} to ${clockText(to)}`).join(', ')] as const,
					['While the window was hidden', clockText(hiddenMs)] as const,
				]
			: []),
		...codeFacts(attendance),
		...liveFacts(attendance),
	]
	return (
		<section aria-labelledby="evidence-title">
			<h2 id="evidence-title" className="mb-4 text-title">
				Evidence
			</h2>
			<div className="card card-body">
				{facts.length > 0 ? (
					<FactList className="member-facts" facts={facts} />
				) : (
					<p className="text-muted">Nothing was recorded yet.</p>
				)}
				{reviews.length > 0 && (
					<>
						<h3 className="mt-6 mb-2 text-subtitle">Decisions</h3>
						<ul className="grid gap-2">
							{reviews.map(({ isAccepted, reason, at, by }) => (
								<li key={at}>
									{isAccepted ? 'Accepted' : 'Refused'} by {by}, <LocalTime when={at} />: {reason}
								</li>
							))}
						</ul>
					</>
				)}
				{evidence && <FrozenRecord evidence={evidence} />}
			</div>
		</section>
	)
}
