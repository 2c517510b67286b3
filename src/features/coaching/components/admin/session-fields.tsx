import type { ComponentProps } from 'react'
import { SelectField } from '#src/components/ui/forms/Field.tsx'
import { zoneLabel } from '#src/lib/dates/known-zone.ts'
import { ownZone } from '#src/lib/dates/reader-zone.ts'
import { COMMON_ZONES, formatSessionIn, zonedInstant, zoneName } from '#src/lib/dates/zoned-time.ts'

const ZONES = [...COMMON_ZONES, 'UTC']
/** Includes `chosen`: browsers spell some zones differently, such as Asia/Calcutta and Asia/Kolkata. */
const otherZones = (chosen: string) =>
	[...new Set([...Intl.supportedValuesOf('timeZone'), chosen])].filter((zone) => !ZONES.includes(zone)).sort()

export const zoneOfNew = (clubZone: string) => clubZone || (ownZone() ?? 'UTC')

const LENGTHS = [30, 45, 60, 75, 90, 120, 180]

/** Spells out the entered time, to make a wrong zone obvious. */
export function hintFor(localTime: string, timeZone: string): string {
	const zoned = zonedInstant(localTime, timeZone)
	if (!('instant' in zoned)) return 'Local time in this time zone.'
	const when = zoned.instant.toISOString()
	const elsewhere = timeZone === 'America/Los_Angeles' ? 'America/New_York' : 'America/Los_Angeles'
	const first = zoned.kind === 'ambiguous' ? ' The clocks go back, so this time occurs twice. We use the first.' : ''
	return `${zoneName(when, timeZone)}. That is ${formatSessionIn(when, elsewhere)} ${zoneName(when, elsewhere)}.${first}`
}

type ChoiceProps<Value> = Omit<ComponentProps<typeof SelectField>, 'children'> & { chosen: Value }

export function LengthField({ chosen, ...field }: ChoiceProps<number>) {
	return (
		<SelectField
			{...field}
			options={[...new Set([...LENGTHS, chosen])]
				.sort((a, b) => a - b)
				.map((length) => [String(length), `${length} minutes`] as const)}
		/>
	)
}

export function ZoneField({ chosen, ...field }: ChoiceProps<string>) {
	const options = (zones: readonly string[]) =>
		zones.map((name) => (
			<option key={name} value={name}>
				{zoneLabel(name)}
			</option>
		))
	return (
		<SelectField {...field}>
			<optgroup label="Common">{options(ZONES)}</optgroup>
			<optgroup label="All others">{options(otherZones(chosen))}</optgroup>
		</SelectField>
	)
}
