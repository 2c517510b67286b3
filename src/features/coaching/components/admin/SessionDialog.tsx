import { type ComponentProps, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { Alert } from '#src/components/ui/Alert.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDialog } from '#src/components/ui/ConfirmDialog.tsx'
import { ConflictNotice } from '#src/components/ui/ConflictNotice.tsx'
import { Dialog, DialogActions } from '#src/components/ui/Dialog.tsx'
import { SelectField, TextAreaField, TextField } from '#src/components/ui/Field.tsx'
import { HiddenToken } from '#src/components/ui/HiddenToken.tsx'
import { isApiError, messageOf } from '#src/lib/errors.ts'
import { useContractForm } from '#src/lib/forms.ts'
import { useMutation } from '#src/lib/query.ts'
import { createSessionMutation, updateSessionMutation } from '../../admin-queries.ts'
import { type Session, type SessionBody, sessionFields, TIME_REQUIRED } from '../../contract.ts'
import { isPast } from '../../queries.ts'
import { COMMON_ZONES, formatSessionIn, toLocalInput, zonedInstant, zoneName } from '../../zoned-time.ts'

const { title, description, timeZone, zoomLink } = sessionFields

/** What the admin fills in: a local time and its zone, of which the instant is made. */
const sessionForm = z
	.object({
		title,
		description,
		localTime: z.string().check(z.minLength(1, TIME_REQUIRED)),
		timeZone,
		durationMinutes: z.string(),
		zoomLink,
	})
	.check((context) => {
		const { localTime, timeZone } = context.value
		const { kind } = zonedInstant(localTime, timeZone)
		if (kind === 'skipped')
			context.issues.push({
				code: 'custom',
				input: localTime,
				path: ['localTime'],
				message: 'The clocks are set forward over this time in that zone. Please choose another.',
			})
		if (kind === 'invalid')
			context.issues.push({ code: 'custom', input: localTime, path: ['localTime'], message: TIME_REQUIRED })
	})

const ZONES = [...COMMON_ZONES, 'UTC']
/** `chosen` too: browsers spell some zones differently, as Asia/Calcutta and Asia/Kolkata. */
const otherZones = (chosen: string) =>
	[...new Set([...Intl.supportedValuesOf('timeZone'), chosen])].filter((zone) => !ZONES.includes(zone)).sort()

const LENGTHS = [30, 45, 60, 75, 90, 120, 180]

function ownZone(): string {
	return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** What the entered time means, so that a slip of the zone is seen. */
function hintFor(localTime: string, timeZone: string): string {
	const found = zonedInstant(localTime, timeZone)
	if (!('instant' in found)) return 'The time as a clock in this zone shows it.'
	const when = found.instant.toISOString()
	const elsewhere = timeZone === 'America/Los_Angeles' ? 'America/New_York' : 'America/Los_Angeles'
	const first = found.kind === 'ambiguous' ? ' The clock shows this time twice; the first is meant.' : ''
	return `${zoneName(when, timeZone)}. That is ${formatSessionIn(when, elsewhere)} ${zoneName(when, elsewhere)}.${first}`
}

type ChoiceProps<Value> = Omit<ComponentProps<typeof SelectField>, 'label' | 'children'> & { chosen: Value }

/** `chosen` is among the lengths, whatever it is. */
function LengthField({ chosen, ...field }: ChoiceProps<number>) {
	return (
		<SelectField label="Length" {...field}>
			{[...new Set([...LENGTHS, chosen])]
				.sort((a, b) => a - b)
				.map((length) => (
					<option key={length} value={length}>
						{length} minutes
					</option>
				))}
		</SelectField>
	)
}

function ZoneField({ chosen, ...field }: ChoiceProps<string>) {
	const options = (zones: readonly string[]) =>
		zones.map((name) => (
			<option key={name} value={name}>
				{name.replaceAll('_', ' ')}
			</option>
		))
	return (
		<SelectField label="Time zone" {...field}>
			<optgroup label="Common">{options(ZONES)}</optgroup>
			<optgroup label="All others">{options(otherZones(chosen))}</optgroup>
		</SelectField>
	)
}

/** What somebody else saved and is not the same in the form. */
function differences(theirs: Session, mine: z.input<typeof sessionForm>) {
	const localTime = toLocalInput(theirs.scheduledAt, mine.timeZone)
	return [
		['Title', theirs.title, mine.title],
		['Description', theirs.description ?? '', mine.description],
		['Date and time', localTime, mine.localTime],
		['Length', `${theirs.durationMinutes} minutes`, `${mine.durationMinutes} minutes`],
		['Time zone', theirs.timeZone, mine.timeZone],
		['Zoom link', theirs.zoomLink, mine.zoomLink],
	].flatMap(([label = '', value = '', own]) =>
		value === own
			? []
			: [[label, label === 'Date and time' ? formatSessionIn(theirs.scheduledAt, mine.timeZone) : value] as const],
	)
}

/** Creates a session, or edits one. */
export function SessionDialog({ session: latest, onClose }: { session?: Session; onClose: () => void }) {
	/** What the form began with, or what was shown beside it since: only that is replaced. */
	const [session, setSession] = useState(latest)

	const zone = session?.timeZone ?? ownZone()
	const form = useContractForm(sessionForm, {
		defaultValues: {
			title: session?.title ?? '',
			description: session?.description ?? '',
			localTime: session ? toLocalInput(session.scheduledAt, zone) : '',
			timeZone: zone,
			durationMinutes: String(session?.durationMinutes ?? 60),
			zoomLink: session?.zoomLink ?? '',
		},
	})
	const mutation = useMutation(session ? updateSessionMutation(session) : createSessionMutation, {
		onDone: onClose,
		onFailed: (error) => setConflict(isApiError(error) && error.status === 409),
	})
	const [hasConflict, setConflict] = useState(false)
	useEffect(() => {
		if (hasConflict) setSession(latest)
	}, [hasConflict, latest])
	const submit = form.handleSubmit(({ localTime, durationMinutes, ...rest }) => {
		const found = zonedInstant(localTime, rest.timeZone)
		if (!('instant' in found)) return
		// An edit that leaves the time alone leaves the instant alone, in the hour that comes twice too.
		const isSame =
			session && rest.timeZone === session.timeZone && toLocalInput(session.scheduledAt, session.timeZone) === localTime
		const scheduledAt = isSame ? session.scheduledAt : found.instant.toISOString()
		const body = { ...rest, scheduledAt, durationMinutes: Number(durationMinutes) }
		// Mostly a slip of the date. A session that took place may be recorded, and its time was not touched.
		if (!isSame && isPast({ scheduledAt })) setPast(body)
		else mutation.mutate(body)
	})
	const [past, setPast] = useState<SessionBody>()
	const { errors, isDirty } = form.formState
	const [localTime, timeZone, minutes] = form.watch(['localTime', 'timeZone', 'durationMinutes'])
	return (
		<Dialog
			title={session ? 'Edit Session' : 'Create Session'}
			busy={mutation.isPending}
			isDirty={isDirty}
			onClose={onClose}
		>
			<form method="post" noValidate className="grid gap-4" onSubmit={submit}>
				{mutation.isError &&
					(hasConflict && latest ? (
						<ConflictNotice what="session" theirs={differences(latest, form.getValues())} />
					) : (
						<Alert>{messageOf(mutation.error, mutation.fallback)}</Alert>
					))}
				<HiddenToken />
				<TextField
					label="Title"
					maxLength={200}
					autoComplete="off"
					error={errors.title?.message}
					{...form.register('title')}
				/>
				<TextAreaField
					label="Description"
					optional
					rows={4}
					error={errors.description?.message}
					{...form.register('description')}
				/>
				<div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_9.5rem]">
					<TextField
						label="Date and time"
						type="datetime-local"
						error={errors.localTime?.message}
						{...form.register('localTime')}
					/>
					<LengthField
						chosen={Number(minutes)}
						error={errors.durationMinutes?.message}
						{...form.register('durationMinutes')}
					/>
				</div>
				<ZoneField chosen={zone} error={errors.timeZone?.message} {...form.register('timeZone')} />
				<p className="hint -mt-2" role="status">
					{hintFor(localTime, timeZone)}
				</p>
				<TextField
					label="Zoom link"
					type="url"
					inputMode="url"
					error={errors.zoomLink?.message}
					{...form.register('zoomLink')}
				/>
				<DialogActions>
					<Button variant="line" disabled={mutation.isPending} onClick={onClose}>
						Cancel
					</Button>
					<Button type="submit" loading={mutation.isPending}>
						{mutation.isPending ? 'Saving...' : session ? 'Save Session' : 'Create Session'}
					</Button>
				</DialogActions>
			</form>
			{past && (
				<ConfirmDialog
					title="This time has passed"
					description={`${formatSessionIn(past.scheduledAt, timeZone)} (${zoneName(past.scheduledAt, timeZone)}) is over. Members find such a session among the past ones, and cannot suggest topics for it once it has ended.`}
					action={{ label: 'Save as past session', busy: 'Saving...', variant: 'primary' }}
					isBusy={false}
					onConfirm={() => {
						setPast(undefined)
						mutation.mutate(past)
					}}
					onClose={() => {
						setPast(undefined)
						form.setFocus('localTime')
					}}
				/>
			)}
		</Dialog>
	)
}
