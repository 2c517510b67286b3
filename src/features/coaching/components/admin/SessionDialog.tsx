import { type ComponentProps, useState } from 'react'
import { ConfirmDialog } from '#src/components/ui/dialogs/ConfirmDialog.tsx'
import { SelectField, TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { zoneLabel } from '#src/lib/dates/known-zone.ts'
import { ownZone } from '#src/lib/dates/reader-zone.ts'
import { zonedFieldLabel } from '#src/lib/dates/zoned-field.ts'
import { COMMON_ZONES, formatSessionIn, zonedInstant, zoneName } from '#src/lib/dates/zoned-time.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import { createSessionMutation, updateSessionMutation } from '../../admin-queries.ts'
import type { Session } from '../../contract.ts'
import { isPast } from '../../queries.ts'
import { emptyForm, sessionForm, toBody, toForm } from './session-form.ts'

const ZONES = [...COMMON_ZONES, 'UTC']
/** Includes `chosen`: browsers spell some zones differently, such as Asia/Calcutta and Asia/Kolkata. */
const otherZones = (chosen: string) =>
	[...new Set([...Intl.supportedValuesOf('timeZone'), chosen])].filter((zone) => !ZONES.includes(zone)).sort()

const zoneOfNew = (clubZone: string) => clubZone || (ownZone() ?? 'UTC')

const LENGTHS = [30, 45, 60, 75, 90, 120, 180]

/** Spells out the entered time, to make a wrong zone obvious. */
function hintFor(localTime: string, timeZone: string): string {
	const zoned = zonedInstant(localTime, timeZone)
	if (!('instant' in zoned)) return 'Local time in this time zone.'
	const when = zoned.instant.toISOString()
	const elsewhere = timeZone === 'America/Los_Angeles' ? 'America/New_York' : 'America/Los_Angeles'
	const first = zoned.kind === 'ambiguous' ? ' The clocks go back, so this time occurs twice. We use the first.' : ''
	return `${zoneName(when, timeZone)}. That is ${formatSessionIn(when, elsewhere)} ${zoneName(when, elsewhere)}.${first}`
}

type ChoiceProps<Value> = Omit<ComponentProps<typeof SelectField>, 'children'> & { chosen: Value }

function LengthField({ chosen, ...field }: ChoiceProps<number>) {
	return (
		<SelectField
			{...field}
			options={[...new Set([...LENGTHS, chosen])]
				.sort((a, b) => a - b)
				.map((length) => [String(length), `${length} minutes`] as const)}
		/>
	)
}

function ZoneField({ chosen, ...field }: ChoiceProps<string>) {
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

const labels = {
	title: 'Title',
	description: 'Description',
	localTime: 'Date and time',
	durationMinutes: 'Length',
	timeZone: 'Time zone',
	zoomLink: 'Zoom link',
}

function useSessionForm(session: Session | undefined, clubZone: string, onClose: () => void) {
	/** A session in the past that awaits confirmation. */
	const [past, setPast] = useState<{ scheduledAt: string; send: () => void }>()
	const form = useContractForm(sessionForm, session ? updateSessionMutation(session.id) : createSessionMutation, {
		labels,
		defaultValues: session ? toForm(session) : emptyForm(zoneOfNew(clubZone)),
		draft: { ...tabDraft(`session:${session?.id ?? 'new'}`), isIdempotent: !session },
		edited: {
			what: 'session',
			began: session,
			toForm,
			together: { localTime: ['timeZone'] },
			words: {
				localTime: (local, { timeZone }) => zonedFieldLabel(local, timeZone),
				durationMinutes: (minutes) => `${minutes} minutes`,
			},
		},
		before(values, send, base) {
			const { scheduledAt, isNewTime } = toBody(values, base)
			// Usually a mistake in the date. Still allowed, to record a session; an unchanged time needs no confirmation.
			if (isNewTime && isPast({ scheduledAt })) setPast({ scheduledAt, send: () => send(values) })
			else send(values)
		},
		toInput(values, base, idempotencyKey) {
			const { isNewTime: _, ...body } = toBody(values, base)
			return { ...body, version: base?.version, idempotencyKey }
		},
		onDone: onClose,
	})
	return { form, past, forgetPast: () => setPast(undefined) }
}

type Props = {
	session?: Session
	/** From the settings; empty means this browser's zone. */
	clubZone?: string
	onClose: () => void
}

export function SessionDialog({ session, clubZone = '', onClose }: Props) {
	const { form, past, forgetPast } = useSessionForm(session, clubZone, onClose)
	const [localTime, timeZone, minutes] = form.watch(['localTime', 'timeZone', 'durationMinutes'])
	return (
		<>
			<FormDialog
				title={session ? 'Edit Session' : 'Create Session'}
				of={form}
				isDirty={form.isDirty}
				action={{ label: session ? 'Save Session' : 'Create Session', busy: 'Saving...' }}
				onClose={onClose}
			>
				<TextField maxLength={200} autoComplete="off" {...form.field('title')} />
				<TextAreaField optional rows={4} {...form.field('description')} />
				<div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_9.5rem]">
					<TextField type="datetime-local" {...form.field('localTime')} />
					<LengthField chosen={Number(minutes)} {...form.field('durationMinutes')} />
				</div>
				<ZoneField chosen={session?.timeZone ?? zoneOfNew(clubZone)} {...form.field('timeZone')} />
				<p className="hint -mt-2" role="status">
					{hintFor(localTime, timeZone)}
				</p>
				<TextField type="url" inputMode="url" {...form.field('zoomLink')} />
			</FormDialog>
			{past && (
				<ConfirmDialog
					title="This time has passed"
					description={`${formatSessionIn(past.scheduledAt, timeZone)} (${zoneName(past.scheduledAt, timeZone)}) is in the past. Members will see the session among past sessions and cannot suggest topics.`}
					action={{ label: 'Save as past session', busy: 'Saving...', variant: 'primary' }}
					onConfirm={() => {
						forgetPast()
						past.send()
					}}
					onClose={() => {
						forgetPast()
						form.setFocus('localTime')
					}}
				/>
			)}
		</>
	)
}
