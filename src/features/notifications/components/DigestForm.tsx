import { SelectField } from '#src/components/ui/forms/Field.tsx'
import { zoneLabel } from '#src/lib/dates/known-zone.ts'
import { ownZone } from '#src/lib/dates/reader-zone.ts'
import type { Digest } from '../digest-contract.ts'
import { updateDigestMutation } from '../queries.ts'
import { useSavedChoice } from './use-saved-choice.ts'

const HOW_OFTEN: readonly [Digest['every'], string][] = [
	['week', 'Once a week'],
	['day', 'Every day'],
	['never', 'Never'],
]
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Sets how often a member gets a digest of unread notifications. */
export function DigestForm({ initial }: { initial: Digest }) {
	const {
		chosen,
		save: saveAll,
		isPending,
		box,
	} = useSavedChoice<Digest, Digest, HTMLDivElement>(updateDigestMutation, initial)
	function save(change: Partial<Digest>): void {
		const next = { ...chosen, ...change, timeZone: ownZone() ?? chosen.timeZone }
		saveAll(next, next)
	}
	return (
		<div ref={box} className="grid items-start gap-4 sm:grid-cols-2">
			<SelectField
				label="Send it"
				value={chosen.every}
				disabled={isPending}
				onChange={(event) => save({ every: event.target.value as Digest['every'] })}
				options={HOW_OFTEN}
			/>
			{chosen.every === 'week' && (
				<SelectField
					label="On"
					value={chosen.weekday}
					disabled={isPending}
					onChange={(event) => save({ weekday: Number(event.target.value) })}
					options={WEEKDAYS.map((name, at) => [String(at), name] as const)}
				/>
			)}
			{chosen.every !== 'never' && <p className="hint sm:col-span-2">At 7:00 AM, {zoneLabel(chosen.timeZone)} time.</p>}
		</div>
	)
}
