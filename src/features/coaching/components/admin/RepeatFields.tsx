import { SelectField, TextField } from '#src/components/ui/forms/Field.tsx'
import { formatSessionIn, zonedInstant } from '#src/lib/dates/zoned-time.ts'
import type { FieldProps } from '#src/lib/forms/forms.ts'
import { MAX_TIMES } from '../../contract.ts'
import { isLastOfMonth, type Occurrence, occurrencesOf, weekOfMonth } from '../../repeats.ts'
import { repeatsOf, type SessionForm } from './session-form.ts'

const WEEKS = Array.from({ length: 12 }, (_, index) => index + 1)
const ORDINALS = ['first', 'second', 'third', 'fourth']

/** Returns the monthly choices for a day. A fifth weekday counts as the last one, because few months have a fifth. */
function monthly(localTime: string, chosen: string): Array<readonly [value: string, label: string]> {
	const day = new Date(localTime.slice(0, 10))
	if (Number.isNaN(day.getTime())) return [['month', 'Monthly on the same weekday']]
	const weekday = day.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })
	const week = weekOfMonth(day)
	const isChoice = (week !== 'last' && isLastOfMonth(day)) || chosen === 'lastOfMonth'
	return [
		['month', `Monthly on the ${week === 'last' ? 'last' : ORDINALS[week - 1]} ${weekday}`],
		...(isChoice ? ([['lastOfMonth', `Monthly on the last ${weekday}`]] as const) : []),
	]
}

/** Returns the dates of the chosen series, or an empty list while the input is incomplete. */
function datesOf({ localTime, timeZone, repeats, times }: Values): Occurrence[] {
	const zoned = zonedInstant(localTime, timeZone)
	const chosen = repeatsOf({ repeats, times })
	if (!chosen || !('instant' in zoned) || !(chosen.times >= 2 && chosen.times <= MAX_TIMES)) return []
	return occurrencesOf({ scheduledAt: zoned.instant, timeZone }, chosen) ?? []
}

type Values = Pick<SessionForm, 'localTime' | 'timeZone' | 'repeats' | 'times'>
type Props = { values: Values; repeats: FieldProps; times: FieldProps }

/** Fields for how often a new session repeats, and the resulting dates. */
export function RepeatFields({ values, repeats, times }: Props) {
	const isSeries = values.repeats !== ''
	return (
		<>
			<div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_9.5rem]">
				<SelectField {...repeats}>
					<option value="">Does not repeat</option>
					{WEEKS.map((weeks) => (
						<option key={weeks} value={`week:${weeks}`}>
							{weeks === 1 ? 'Every week' : `Every ${weeks} weeks`}
						</option>
					))}
					{monthly(values.localTime, values.repeats).map(([value, label]) => (
						<option key={value} value={value}>
							{label}
						</option>
					))}
				</SelectField>
				{isSeries && <TextField type="number" inputMode="numeric" min={2} max={MAX_TIMES} {...times} />}
			</div>
			{isSeries && <Dates dates={datesOf(values)} timeZone={values.timeZone} />}
		</>
	)
}

function Dates({ dates, timeZone }: { dates: readonly Occurrence[]; timeZone: string }) {
	const last = dates.at(-1)
	const text = ({ at }: Occurrence) => formatSessionIn(at, timeZone)
	return (
		<div className="-mt-2">
			<p className="hint" role="status">
				{last
					? `${dates.length} sessions, the last on ${text(last)}.`
					: 'Enter date, time and number of sessions to see the dates.'}
				{dates.some(({ isLater }) => isLater) &&
					' If the clocks go forward at this time, the session starts that much later.'}
			</p>
			{last && (
				<details className="hint mt-1">
					<summary className="w-fit cursor-pointer py-2">All dates</summary>
					<ol className="mt-1 grid gap-1">
						{dates.map((date) => (
							<li key={date.at.toISOString()}>
								{text(date)}
								{date.isLater && ' (starts later)'}
							</li>
						))}
					</ol>
				</details>
			)}
		</div>
	)
}
