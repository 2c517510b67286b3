import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#src/lib/api-client.ts'
import { failureToast } from '#src/lib/failure-toast.ts'
import { showToast } from '#src/lib/toast.ts'
import { getJournal, getQuizState, saveJournal, setProgress, takeQuiz } from './contract.ts'

/** Keys of what a course's progress is read from. The course's own queries use them too. */
export const progressKeys = {
	all: ['progress'] as const,
	course: (courseId: string) => ['progress', 'course', courseId] as const,
	modules: (courseId: string) => ['progress', 'modules', courseId] as const,
	/** The list of one's own courses, with the progress of each. */
	own: ['progress', 'own-courses'] as const,
}

export const setProgressMutation = (client: QueryClient, moduleId: string) => ({
	mutationKey: ['set-progress', moduleId],
	mutationFn: (isCompleted: boolean) => call(setProgress, { params: { id: moduleId }, body: { isCompleted } }),
	onSuccess({ isCompleted }: { isCompleted: boolean }) {
		showToast({ title: isCompleted ? 'Progress saved' : 'Progress reset' })
		return client.invalidateQueries({ queryKey: progressKeys.all })
	},
	onError: failureToast('Error updating progress'),
})

/** The member's own attempts. */
export const quizStateQuery = (moduleId: string) =>
	queryOptions({
		queryKey: ['quiz', moduleId],
		queryFn: ({ signal }) => call(getQuizState, { params: { id: moduleId }, signal }),
	})

export const takeQuizMutation = (client: QueryClient, moduleId: string) => ({
	mutationFn: (answers: Array<number | null>) => call(takeQuiz, { params: { id: moduleId }, body: { answers } }),
	onSuccess: () => client.invalidateQueries({ queryKey: quizStateQuery(moduleId).queryKey }),
})

export const journalQuery = (moduleId: string) =>
	queryOptions({
		queryKey: ['journal', moduleId],
		queryFn: ({ signal }) => call(getJournal, { params: { id: moduleId }, signal }),
	})

export const saveJournalMutation = (client: QueryClient, moduleId: string) => ({
	mutationFn: (content: string) => call(saveJournal, { params: { id: moduleId }, body: { content } }),
	onSuccess(entry: Awaited<ReturnType<typeof call<typeof saveJournal>>>) {
		client.setQueryData(journalQuery(moduleId).queryKey, entry)
		showToast({ title: 'Journal entry saved' })
	},
	onError: failureToast('Error saving journal entry'),
})
