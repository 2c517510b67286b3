import * as z from 'zod/mini'
import type { BodyInput } from '#src/lib/api/contract.ts'
import { AUDIENCES, type Mailing, mailingText, type updateMailing } from '../../contract.ts'

/** The form schema: the audience is a single choice. */
export const mailingForm = z.object({
	subject: mailingText.shape.subject,
	content: mailingText.shape.content,
	/** Name of an audience, or `course:` and an id. */
	to: z.string(),
})
export type MailingFields = z.input<typeof mailingForm>

const COURSE = 'course:'

const audienceValue = ({ audience, courseId }: Pick<Mailing, 'audience' | 'courseId'>): string =>
	audience === 'course' ? COURSE + (courseId ?? '') : audience

export const isCourse = (to: string) => to.startsWith(COURSE)

export const audienceOf = (to: string): Pick<Mailing, 'audience' | 'courseId'> =>
	to.startsWith(COURSE)
		? { audience: 'course', courseId: to.slice(COURSE.length) }
		: { audience: AUDIENCES.find((name) => name === to && name !== 'course') ?? 'all', courseId: null }

export const toForm = (mailing: Mailing): MailingFields => ({
	subject: mailing.subject,
	content: mailing.content,
	to: audienceValue(mailing),
})

export const toBody = ({ subject, content, to }: MailingFields): BodyInput<typeof updateMailing> => ({
	subject,
	content,
	...audienceOf(to),
})
