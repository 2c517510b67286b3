import { useState } from 'react'
import { ConfirmDialog } from '#src/components/ui/dialogs/ConfirmDialog.tsx'
import { SelectField } from '#src/components/ui/forms/Field.tsx'
import { useMutation } from '#src/lib/api/query.ts'
import { READERS_LABELS, type Readers } from '#src/lib/site/readers.ts'
import { getPublishingMutation } from '../../admin-queries.ts'
import { type PublishQuestion, publishQuestion } from './publish-question.ts'

/** Runs the change. `readers` is the choice made when the course is published. */
type Run = (readers?: Readers) => void

const CHOOSE_READERS: PublishQuestion = {
	title: 'Publish this course?',
	text: 'Everyone can see its title, description and module titles. Choose who can read the modules.',
	action: 'Publish',
}

/**
 * Checks a course before it is published or unpublished. Publishing always asks who can read it. It preselects the
 * club's current default, which may be newer than the draft; for a members-only course, it preselects members.
 * @param defaultReaders the club's default for a new course.
 */
export function usePublishQuestion(
	course: { id: string; membersOnly?: boolean | undefined } | undefined,
	defaultReaders: Readers,
) {
	const [pending, setPending] = useState<PublishQuestion & { readers: Readers | undefined; run: Run }>()
	const readers = course?.membersOnly ? 'members' : defaultReaders
	const courseId = course?.id ?? ''
	const check = useMutation(getPublishingMutation(courseId))
	return {
		isChecking: check.isPending,
		/** Calls `run` immediately if there is nothing to ask, or else after confirmation. */
		ask(isPublished: boolean, run: Run) {
			check.mutate(undefined, {
				onSuccess(course) {
					const choice = isPublished ? readers : undefined
					const question = publishQuestion(isPublished, course) ?? (choice && CHOOSE_READERS)
					if (question) setPending({ ...question, readers: choice, run })
					else run()
				},
			})
		},
		question: pending && (
			<ConfirmDialog
				title={pending.title}
				description={pending.text}
				action={{ label: pending.action, busy: pending.action, variant: 'primary' }}
				onConfirm={() => {
					setPending(undefined)
					pending.run(pending.readers)
				}}
				onClose={() => setPending(undefined)}
			>
				{pending.readers && (
					<SelectField
						label="Who can read it"
						options={READERS_LABELS}
						value={pending.readers}
						onChange={({ target }) => setPending({ ...pending, readers: target.value as Readers })}
					/>
				)}
			</ConfirmDialog>
		),
	}
}
