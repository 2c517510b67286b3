import { useState } from 'react'
import { ConfirmDialog } from '#src/components/ui/dialogs/ConfirmDialog.tsx'
import { SelectField } from '#src/components/ui/forms/Field.tsx'
import { useMutation } from '#src/lib/api/query.ts'
import { READERS_LABELS, type Readers } from '#src/lib/site/readers.ts'
import { getPublishingMutation } from '../../admin-queries.ts'
import { type PublishQuestion, publishQuestion } from './publish-question.ts'

/** Runs the change. `readers` is the choice made when the course is published. */
type Run = (readers?: Readers) => void

const WHO: PublishQuestion = {
	title: 'Publish this course?',
	text: 'Everyone can see its title, description and module titles. Choose who can read the modules.',
	action: 'Publish',
}

/**
 * Checks a course before it is published or unpublished. Publishing always asks who can read it. It preselects the
 * club's current default, which may be newer than the draft; for a members-only course, it preselects members.
 * @param usual the club's default for a new course.
 */
export function usePublishQuestion(
	course: { id: string; membersOnly?: boolean | undefined } | undefined,
	usual: Readers,
) {
	const [asked, setAsked] = useState<PublishQuestion & { readers: Readers | undefined; run: Run }>()
	const readers = course?.membersOnly ? 'members' : usual
	const courseId = course?.id ?? ''
	const look = useMutation(getPublishingMutation(courseId))
	return {
		isChecking: look.isPending,
		/** Calls `run` immediately if there is nothing to ask, or else after confirmation. */
		ask(isPublished: boolean, run: Run) {
			look.mutate(undefined, {
				onSuccess(course) {
					const choice = isPublished ? readers : undefined
					const question = publishQuestion(isPublished, course) ?? (choice && WHO)
					if (question) setAsked({ ...question, readers: choice, run })
					else run()
				},
			})
		},
		question: asked && (
			<ConfirmDialog
				title={asked.title}
				description={asked.text}
				action={{ label: asked.action, busy: asked.action, variant: 'primary' }}
				onConfirm={() => {
					setAsked(undefined)
					asked.run(asked.readers)
				}}
				onClose={() => setAsked(undefined)}
			>
				{asked.readers && (
					<SelectField
						label="Who can read it"
						options={READERS_LABELS}
						value={asked.readers}
						onChange={({ target }) => setAsked({ ...asked, readers: target.value as Readers })}
					/>
				)}
			</ConfirmDialog>
		),
	}
}
