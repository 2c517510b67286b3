import * as z from 'zod/mini'
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
		if (kind === 'skipped')
			context.issues.push({
				code: 'custom',
				input: localTime,
				path: ['localTime'],
				message: 'The clocks go forward, so this time does not exist in this zone. Please choose another.',
			})
		if (kind === 'invalid')
			context.issues.push({ code: 'custom', input: localTime, path: ['localTime'], message: TIME_REQUIRED })
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

/** Checks whether an edit keeps the time. Then the instant stays too, even in the repeated hour when DST ends. */
const keepsTime = ({ localTime, timeZone }: SessionForm, session: Session) =>
	timeZone === session.timeZone && toLocalInput(session.scheduledAt, session.timeZone) === localTime

export function toBody(form: SessionForm, session: Session | undefined): SessionBody & { isNewTime: boolean } {
	const { localTime, durationMinutes, ...rest } = form
	const isNewTime = !session || !keepsTime(form, session)
	const zoned = zonedInstant(localTime, rest.timeZone)
	if (!('instant' in zoned)) throw new Error(TIME_REQUIRED)
	const scheduledAt = isNewTime ? zoned.instant.toISOString() : session.scheduledAt
	return { ...rest, scheduledAt, durationMinutes: Number(durationMinutes), isNewTime }
}
