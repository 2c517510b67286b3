import * as z from 'zod/mini'
import { fromZonedField, zonedFieldError } from '#src/lib/dates/zoned-field.ts'
import { toLocalInput, zonedInstant } from '#src/lib/dates/zoned-time.ts'
import { type Session, type SessionBody, sessionFields, TIME_REQUIRED } from '../../contract.ts'

const { title, description, timeZone, zoomLink } = sessionFields

/** The admin's input: a local time and its zone, which give the instant. */
export const sessionForm = z
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
		const message = kind === 'invalid' ? TIME_REQUIRED : zonedFieldError(localTime, timeZone)
		if (message) context.issues.push({ code: 'custom', input: localTime, path: ['localTime'], message })
	})

export type SessionForm = z.input<typeof sessionForm>

export const toForm = (session: Session): SessionForm => ({
	title: session.title,
	description: session.description ?? '',
	localTime: toLocalInput(session.scheduledAt, session.timeZone),
	timeZone: session.timeZone,
	durationMinutes: String(session.durationMinutes),
	zoomLink: session.zoomLink,
})

export const emptyForm = (timeZone: string): SessionForm => ({
	title: '',
	description: '',
	localTime: '',
	timeZone,
	durationMinutes: '60',
	zoomLink: '',
})

export function toBody(form: SessionForm, session: Session | undefined): SessionBody & { isNewTime: boolean } {
	const { localTime, durationMinutes, ...rest } = form
	const stood = session?.timeZone === rest.timeZone ? session.scheduledAt : null
	const scheduledAt = fromZonedField(localTime, rest.timeZone, stood)
	if (scheduledAt === null) throw new Error(TIME_REQUIRED)
	const isNewTime = scheduledAt !== session?.scheduledAt
	return { ...rest, scheduledAt, durationMinutes: Number(durationMinutes), isNewTime }
}
