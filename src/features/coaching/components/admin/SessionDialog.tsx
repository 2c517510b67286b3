import { useRef, useState } from 'react'
import { ConfirmDialog } from '#src/components/ui/dialogs/ConfirmDialog.tsx'
import { TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import type { createMailing } from '#src/features/mailings/contract.ts'
import type { BodyInput } from '#src/lib/api/contract.ts'
import { zonedFieldLabel } from '#src/lib/dates/zoned-field.ts'
import { formatSessionIn, zoneName } from '#src/lib/dates/zoned-time.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import { createSessionMutation, updateSessionMutation } from '../../admin-queries.ts'
import type { Session } from '../../contract.ts'
import { isPast } from '../../queries.ts'
import { RepeatFields } from './RepeatFields.tsx'
import { NotifyMembers, ScopeField } from './SeriesFields.tsx'
import { hintFor, LengthField, ZoneField, zoneOfNew } from './session-fields.tsx'
import { emptyForm, type SessionForm, sessionForm, toBody, toCopy, toForm } from './session-form.ts'

const labels = {
	scope: 'Change',
	title: 'Title',
	description: 'Description',
	localTime: 'Date and time',
	durationMinutes: 'Length',
	timeZone: 'Time zone',
	repeats: 'Repeats',
	times: 'Sessions',
	zoomLink: 'Zoom link',
}

const FOLLOWING_HINT =
	'Your changes apply to all of them. A new date moves each one by the same number of days, to the same local time.'

/** The template of a new email, and the session it is about. */
export type MailStart = Pick<BodyInput<typeof createMailing>, 'start' | 'subjectId' | 'isSeries'>

type Props = {
	/** The session to edit; undefined for a new session. */
	session?: Session
	/** The session that a new session copies. */
	copyOf?: Session
	/** Number of later sessions in the edited session's series. */
	following?: number
	/** Time zone from the settings; empty means the browser's zone. */
	clubZone?: string
	/** Starts an email to members about the saved session. */
	onMail?: (start: MailStart) => void
	onClose: () => void
}

const isMoved = (session: Session, { localTime, timeZone }: Pick<SessionForm, 'localTime' | 'timeZone'>) =>
	timeZone !== session.timeZone || localTime !== toForm(session).localTime

function useSessionForm({ session, copyOf, clubZone = '', onMail, onClose }: Props) {
	/** A session in the past that awaits confirmation. */
	const [past, setPast] = useState<{ scheduledAt: string; send: () => void }>()
	const [shouldNotify, setShouldNotify] = useState(false)
	/** The email to start once the submitted session is saved. */
	const mail = useRef<Omit<MailStart, 'subjectId'>>(undefined)
	const initialForm = session ? toForm(session) : copyOf ? toCopy(copyOf) : emptyForm(zoneOfNew(clubZone))
	const form = useContractForm(sessionForm, session ? updateSessionMutation(session.id) : createSessionMutation, {
		labels,
		defaultValues: initialForm,
		draft: {
			...tabDraft(`session:${session?.id ?? (copyOf ? `like ${copyOf.id}` : 'new')}`),
			isIdempotent: !session,
		},
		edited: {
			what: 'session',
			original: session,
			toForm,
			together: { localTime: ['timeZone'] },
			formats: {
				localTime: (local, { timeZone }) => zonedFieldLabel(local, timeZone),
				durationMinutes: (minutes) => `${minutes} minutes`,
			},
		},
		before(values, send, base) {
			const { scheduledAt, isNewTime } = toBody(values, base)
			// A past date is usually a mistake, but can record a session. An unchanged time needs no confirmation.
			if (isNewTime && isPast({ scheduledAt })) setPast({ scheduledAt, send: () => send(values) })
			else send(values)
		},
		toInput(values, base, idempotencyKey) {
			const { isNewTime, ...body } = toBody(values, base)
			const isSeries = session ? body.scope === 'following' : body.repeats !== null
			mail.current = shouldNotify && isNewTime ? { start: session ? 'movedSession' : 'session', isSeries } : undefined
			return { ...body, version: base?.version, idempotencyKey }
		},
		onDone({ id }) {
			if (mail.current) onMail?.({ ...mail.current, subjectId: id })
			onClose()
		},
	})
	return { form, past, clearPast: () => setPast(undefined), shouldNotify, setShouldNotify }
}

export function SessionDialog(props: Props) {
	const { session, copyOf, following = 0, clubZone = '', onMail, onClose } = props
	const { form, past, clearPast, shouldNotify, setShouldNotify } = useSessionForm(props)
	const [localTime, timeZone, minutes, repeats, times, scope] = form.watch([
		...(['localTime', 'timeZone', 'durationMinutes', 'repeats', 'times', 'scope'] as const),
	])
	const chosenZone = session?.timeZone ?? copyOf?.timeZone ?? zoneOfNew(clubZone)
	const changeText = session ? 'the new time' : 'the dates'
	const isTimeNew = !session || isMoved(session, { localTime, timeZone })
	return (
		<>
			<FormDialog
				title={session ? 'Edit Session' : 'Create Session'}
				of={form}
				isDirty={form.isDirty}
				action={{ label: session ? 'Save Session' : 'Create Session', busy: 'Saving...' }}
				onClose={onClose}
			>
				{following > 0 && (
					<ScopeField following={following} {...form.field('scope')} hint={scope === 'following' && FOLLOWING_HINT} />
				)}
				<TextField maxLength={200} autoComplete="off" {...form.field('title')} />
				<TextAreaField optional rows={4} {...form.field('description')} />
				<div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_9.5rem]">
					<TextField type="datetime-local" {...form.field('localTime')} />
					<LengthField chosen={Number(minutes)} {...form.field('durationMinutes')} />
				</div>
				<ZoneField chosen={chosenZone} {...form.field('timeZone')} />
				<p className="hint -mt-2" role="status">
					{hintFor(localTime, timeZone)}
				</p>
				{!session && (
					<RepeatFields
						values={{ localTime, timeZone, repeats, times }}
						repeats={form.field('repeats')}
						times={form.field('times')}
					/>
				)}
				<TextField type="url" inputMode="url" {...form.field('zoomLink')} />
				{onMail && isTimeNew && (
					<NotifyMembers about={changeText} isChecked={shouldNotify} onChange={setShouldNotify} />
				)}
			</FormDialog>
			{past && (
				<ConfirmPast
					scheduledAt={past.scheduledAt}
					timeZone={timeZone}
					onConfirm={() => {
						clearPast()
						past.send()
					}}
					onClose={() => {
						clearPast()
						form.setFocus('localTime')
					}}
				/>
			)}
		</>
	)
}

type ConfirmPastProps = { scheduledAt: string; timeZone: string; onConfirm: () => void; onClose: () => void }

const ConfirmPast = ({ scheduledAt, timeZone, ...handlers }: ConfirmPastProps) => (
	<ConfirmDialog
		title="This time has passed"
		description={`${formatSessionIn(scheduledAt, timeZone)} (${zoneName(scheduledAt, timeZone)}) is in the past. Members will see the session among past sessions and cannot suggest topics.`}
		action={{ label: 'Save as past session', busy: 'Saving...', variant: 'primary' }}
		{...handlers}
	/>
)
