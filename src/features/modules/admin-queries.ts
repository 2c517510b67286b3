import { mutation, query } from '#src/lib/query.ts'
import { list } from '#src/lib/query-list.ts'
import {
	type AdminJournalEntry,
	createModule,
	deleteModule,
	getModules,
	giveFeedback,
	JOURNALS_PAGE,
	listJournals,
	listWaitingJournals,
	type ModuleBody,
	orderModules,
	updateModule,
} from './contract.ts'

export const modulesQuery = (courseId: string) => query(getModules, { params: { id: courseId } })

const modulesOf = (courseId: string) => [[getModules, { id: courseId }]] as const

export const createModuleMutation = (courseId: string) =>
	mutation(createModule, {
		input: (body: ModuleBody) => ({ params: { id: courseId }, body }),
		done: 'Module created',
		failed: 'Failed to create module',
		refreshes: modulesOf(courseId),
	})

/** Changes a module, of which the author began with this version. */
export const updateModuleMutation = (courseId: string, { id, updatedAt }: { id: string; updatedAt: string }) =>
	mutation(updateModule, {
		input: (body: ModuleBody) => ({ params: { id }, body: { ...body, updatedAt } }),
		done: 'Module updated',
		failed: 'Failed to update module',
		refreshes: modulesOf(courseId),
	})

export const deleteModuleMutation = (courseId: string) =>
	mutation(deleteModule, {
		input: (id: string) => ({ params: { id } }),
		done: 'Module deleted',
		failed: 'Failed to delete module',
		refreshes: modulesOf(courseId),
	})

export const orderModulesMutation = (courseId: string) =>
	mutation(orderModules, {
		input: (moduleIds: string[]) => ({ params: { id: courseId }, body: { moduleIds } }),
		failed: 'Failed to update module',
		refreshes: modulesOf(courseId),
		refreshesAfterFailure: modulesOf(courseId),
	})

/** Entries of a course, or without one those that wait in all courses. */
export const journalsQuery = (courseId: string | undefined, waitingOnly: boolean) =>
	courseId === undefined
		? list(listWaitingJournals, { query: { limit: JOURNALS_PAGE } })
		: list(listJournals, {
				params: { id: courseId },
				query: { limit: JOURNALS_PAGE, waiting: waitingOnly ? 'true' : undefined },
			})

export const feedbackMutation = (entry: AdminJournalEntry) =>
	mutation(giveFeedback, {
		input: (instructorFeedback: string) => ({
			params: { id: entry.moduleId, entryId: entry.id },
			body: { instructorFeedback },
		}),
		done: { title: 'Feedback saved', description: `${entry.user.name} will see it in their journal.` },
		failed: 'Failed to save feedback',
		refreshes: [listJournals, listWaitingJournals],
	})
