import * as z from 'zod/mini'
import { SelectField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { createMailingMutation } from '../../admin-queries.ts'
import type { MailingChoices } from '../../choices.ts'
import { type StartAudience, starts } from '../../contract.ts'
import { audienceNames } from '../../mailing-text.ts'

const lowerFirst = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)

const labels = { start: 'What is it about?', courseId: 'Course', sessionId: 'Coaching session' }

const startForm = z.object({ start: z.enum(starts), courseId: z.string(), sessionId: z.string() }).check(
	z.refine(({ start, courseId }) => start !== 'course' || courseId !== '', {
		path: ['courseId'],
		error: 'Choose a course',
	}),
	z.refine(({ start, sessionId }) => !start.endsWith('ession') || sessionId !== '', {
		path: ['sessionId'],
		error: 'Choose a session',
	}),
)

type Props = {
	choices: MailingChoices
	audience?: StartAudience | undefined
	onClose: () => void
}

export function StartDialog({ choices: { courses, sessions }, audience = 'all', onClose }: Props) {
	const published = courses.filter(({ isPublished }) => isPublished)
	const form = useContractForm(startForm, createMailingMutation, {
		labels,
		defaultValues: { start: 'note', courseId: published[0]?.id ?? '', sessionId: sessions[0]?.id ?? '' },
		draft: { key: undefined, isIdempotent: true },
		toInput: ({ start, courseId, sessionId }, _, idempotencyKey) => ({
			idempotencyKey,
			start,
			audience,
			subjectId: start === 'note' ? null : start === 'course' ? courseId : sessionId,
		}),
	})
	const start = form.watch('start')
	const isAboutSession = start === 'session' || start === 'movedSession'
	return (
		<FormDialog
			title="Write an email"
			description={`This creates a draft to ${lowerFirst(audienceNames[audience])}. Nothing is sent until you choose Send.`}
			of={form}
			action={{ label: 'Create draft', busy: 'Opening...' }}
			failureTitle="The email could not be started"
			onClose={onClose}
		>
			<SelectField {...form.field('start')}>
				<option value="note">Blank email</option>
				{published.length > 0 && <option value="course">A new course</option>}
				{sessions.length > 0 && <option value="session">A new coaching session</option>}
				{sessions.length > 0 && <option value="movedSession">A moved coaching session</option>}
			</SelectField>
			{start === 'course' && (
				<SelectField
					hint="We fill in its description. You can edit the text."
					{...form.field('courseId')}
					options={published.map(({ id, title }) => [id, title] as const)}
				/>
			)}
			{isAboutSession && (
				<SelectField
					hint="We fill in its time. You can edit the text."
					{...form.field('sessionId')}
					options={sessions.map(({ id, title, when }) => [id, `${title}: ${when}`] as const)}
				/>
			)}
		</FormDialog>
	)
}
