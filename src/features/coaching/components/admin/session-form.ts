import * as z from 'zod/mini'
import { fromZonedField, zonedFieldError } from '#src/lib/dates/zoned-field.ts'
import { toLocalInput, zonedInstant } from '#src/lib/dates/zoned-time.ts'
import {
	createSession,
	type Repeats,
	type Scope,
	type Session,
	type SessionBody,
	sessionFields,
	TIME_REQUIRED,
	timesField,
	USUAL_TIMES,
} from '../../contract.ts'
import { isLastOfMonth, nextWeek } from '../../repeats.ts'

const { title, description, timeZone, zoomLink } = sessionFields

/** The admin's input. The local time and its zone determine the instant. */
export const sessionForm = z
	.object({
		title,
		description,
		localTime: z.string().check(z.minLength(1, TIME_REQUIRED)),
		timeZone,
		durationMinutes: z.string(),
		/** Empty for a single session; weeks as `week:2`. */
		repeats: z.string(),
		times: z.string(),
		scope: z.enum(['this', 'following']),
		zoomLink,
	})
	.check((context) => {
		const { localTime, timeZone, repeats, times } = context.value
		const addIssue = (path: keyof SessionForm, message: string | undefined) => {
			if (message) context.issues.push({ code: 'custom', input: context.value[path], path: [path], message })
		}
		const { kind } = zonedInstant(localTime, timeZone)
		addIssue('localTime', kind === 'invalid' ? TIME_REQUIRED : zonedFieldError(localTime, timeZone))
		if (repeats === '') return
		addIssue('times', timesField.safeParse(Number(times || 'none')).error?.issues[0]?.message)
		if (kind !== 'invalid' && repeats === 'lastOfMonth' && !isLastOfMonth(new Date(localTime.slice(0, 10))))
			addIssue('repeats', createSession.errors.notLast[1])
	})

export type SessionForm = z.input<typeof sessionForm>

const singleSession = { repeats: '', times: String(USUAL_TIMES), scope: 'this' } as const

export const toForm = (session: Session): SessionForm => ({
	title: session.title,
	description: session.description ?? '',
	localTime: toLocalInput(session.scheduledAt, session.timeZone),
	timeZone: session.timeZone,
	durationMinutes: String(session.durationMinutes),
	...singleSession,
	zoomLink: session.zoomLink,
})

/** Returns the form for a copy of a session: at the same local time, on the next same weekday. */
export const toCopy = (session: Session, now = Date.now()): SessionForm => ({
	...toForm(session),
	localTime: toLocalInput(nextWeek(session, now), session.timeZone),
})

export const emptyForm = (timeZone: string): SessionForm => ({
	title: '',
	description: '',
	localTime: '',
	timeZone,
	durationMinutes: '60',
	...singleSession,
	zoomLink: '',
})

/** Returns the chosen repetition; null for a single session. */
export function repeatsOf({ repeats, times }: Pick<SessionForm, 'repeats' | 'times'>): Repeats | null {
	if (repeats === '') return null
	const [every, weeks = '1'] = repeats.split(':')
	return { every: every as Repeats['every'], weeks: Number(weeks), times: Number(times) }
}

interface SentBody extends SessionBody {
	repeats: Repeats | null
	scope: Scope
}

export function toBody(form: SessionForm, session: Session | undefined): SentBody & { isNewTime: boolean } {
	const { localTime, durationMinutes, repeats, times, ...rest } = form
	const previousTime = session?.timeZone === rest.timeZone ? session.scheduledAt : null
	const scheduledAt = fromZonedField(localTime, rest.timeZone, previousTime)
	if (scheduledAt === null) throw new Error(TIME_REQUIRED)
	const isNewTime = scheduledAt !== session?.scheduledAt
	return {
		...rest,
		...{ scheduledAt, durationMinutes: Number(durationMinutes), repeats: repeatsOf({ repeats, times }), isNewTime },
	}
}
