import { Badge } from '#src/components/ui/Badge.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { formatDay } from '#src/lib/dates/calendar-day.ts'
import { plainCredits } from '../cle-text.ts'
import { isSoon, timeLeftText } from '../cycle-text.ts'
import type { Card } from '../ledger-schema.ts'
import { partsOf, RequirementBar } from './RequirementBar.tsx'
import { Ring } from './Ring.tsx'
import { RulesNote } from './RulesNote.tsx'

export const STATUS_LABELS = { active: 'Active', inactive: 'Inactive', exempt: 'Exempt' } as const

/** Shows the progress of an admission in its current cycle. */
export function AdmissionCard({ card, today }: { card: Card; today: string }) {
	const { admissionId, name, status, cycle, problem, total, rules } = card
	const title = `admission-${admissionId}`
	return (
		<article className="card card-body cle-card" aria-labelledby={title}>
			<header className="cle-card-head">
				{cycle && <Ring {...total} />}
				<div className="min-w-0">
					<h2 id={title} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-title">
						{name}
						{rules.status === 'unchecked' && <Badge tone="brass">unchecked</Badge>}
						{status !== 'active' && <Badge>{STATUS_LABELS[status]}</Badge>}
						{cycle && cycle.kind !== 'experienced' && <Badge>Newly admitted</Badge>}
					</h2>
					{cycle && <Times card={card} cycle={cycle} today={today} />}
				</div>
			</header>
			{problem && (
				<div className="mt-5">
					<Alert tone="info">
						{problem}{' '}
						<a className="link" href={`/cle/admissions?edit=${admissionId}`}>
							Complete this admission
						</a>
					</Alert>
				</div>
			)}
			{cycle && <Requirements card={card} />}
			<RulesNote card={card} />
		</article>
	)
}

type TimesProps = { card: Card; cycle: NonNullable<Card['cycle']>; today: string }

function Times({ card: { daysLeft, extension, also }, cycle, today }: TimesProps) {
	const { label, lastDay, reportBy } = cycle
	return (
		<>
			<p className="mt-1 text-muted">{label}</p>
			<p className={isSoon(today, lastDay) ? 'mt-1 font-label text-brass-text' : 'mt-1 font-label'}>
				{timeLeftText({ lastDay, daysLeft })}
			</p>
			{reportBy !== lastDay && <p className="text-small text-muted">Report by {formatDay(reportBy)}.</p>}
			{extension && (
				<p className="text-small text-muted">
					Extended to {formatDay(extension.newDue)}
					{extension.note && `: ${extension.note}`}
				</p>
			)}
			{also.map(({ title, lastDay: day, words, isDone }) => (
				<p key={title} className="text-small text-muted">
					{title}
					{isDone ? ': done. ' : ` by ${formatDay(day)}. `}
					{words}
				</p>
			))}
		</>
	)
}

function Requirements({ card: { admissionId, cycle, requirements, overCap, carryIn, carryOut } }: { card: Card }) {
	const isComplete = requirements.every(({ missing }) => missing === 0)
	return (
		<>
			{isComplete && <p className="mt-5 font-label text-green">Nothing is missing for this cycle.</p>}
			<ul className="cle-requirements">
				{partsOf(requirements, null).map((requirement) => (
					<RequirementBar key={requirement.id} requirement={requirement} all={requirements} />
				))}
			</ul>
			{overCap.map(({ id, words }) => (
				<p key={id} className="cle-line">
					{words}
				</p>
			))}
			{carryIn > 0 && <p className="cle-line">Carry-over from last cycle: {plainCredits(carryIn)}</p>}
			{carryOut > 0 && <p className="cle-line">Would carry over to the next cycle: {plainCredits(carryOut)}</p>}
			<p className="mt-4">
				<a className="link" href={`/cle/credits?admission=${admissionId}&cycle=${cycle?.cycleFrom ?? ''}`}>
					Credits in this cycle
				</a>
			</p>
		</>
	)
}
