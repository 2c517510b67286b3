import { useState } from 'react'
import { ConfirmDialog } from '#src/components/ui/dialogs/ConfirmDialog.tsx'
import { useMutation } from '#src/lib/api/query.ts'
import { getPublishingMutation } from '../../admin-queries.ts'
import { type PublishQuestion, publishQuestion } from './publish-question.ts'

/** Checks a course before it is published or unpublished, and asks for confirmation if there are warnings. */
export function usePublishQuestion(courseId: string) {
	const [asked, setAsked] = useState<PublishQuestion & { run(): void }>()
	const look = useMutation(getPublishingMutation(courseId))
	return {
		isLooking: look.isPending,
		/** Calls `run` immediately without warnings, else after a confirmation. */
		ask(isPublished: boolean, run: () => void) {
			look.mutate(undefined, {
				onSuccess(course) {
					const question = publishQuestion(isPublished, course)
					if (question) setAsked({ ...question, run })
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
					asked.run()
				}}
				onClose={() => setAsked(undefined)}
			/>
		),
	}
}
