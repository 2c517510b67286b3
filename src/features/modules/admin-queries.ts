import { ifChanged, mutation, query } from '#src/lib/query.ts'
import { list } from '#src/lib/query-list.ts'
import { createModule, deleteModule, listModules, type ModuleBody, orderModules, updateModule } from './contract.ts'
import {
	type AdminJournalEntry,
	giveFeedback,
	JOURNALS_PAGE,
	listJournals,
	listWaitingJournals,
} from './journal-contract.ts'

export const listModulesQuery = (courseId: string) => query(listModules, { params: { id: courseId } })

const modulesOf = (courseId: string) => [[listModules, { id: courseId }]] as const

export const createModuleMutation = (courseId: string) =>
	mutation(createModule, {
		input: (body: ModuleBody) => ({ params: { id: courseId }, body }),
		done: 'Module created',
		failed: 'Failed to create module',
		refreshes: modulesOf(courseId),
	})

export const updateModuleMutation = (courseId: string, id: string) =>
	mutation(updateModule, {
		input: (body: ModuleBody & { version?: number | undefined }) => ({ params: { id }, body }),
		done: 'Module updated',
		failed: 'Failed to update module',
		refreshes: modulesOf(courseId),
		refreshesAfterFailure: ifChanged(modulesOf(courseId)),
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

export const listJournalsQuery = (courseId: string, waitingOnly: boolean) =>
	list(listJournals, {
		params: { id: courseId },
		query: { limit: JOURNALS_PAGE, waiting: waitingOnly ? 'true' : undefined },
	})

/** Those that wait in all courses. */
export const listWaitingJournalsQuery = list(listWaitingJournals, { query: { limit: JOURNALS_PAGE } })

export const giveFeedbackMutation = (entry: AdminJournalEntry) =>
	mutation(giveFeedback, {
		input: (body: { instructorFeedback: string; version?: number | undefined }) => ({
			params: { id: entry.moduleId, entryId: entry.id },
			body,
		}),
		done: { title: 'Feedback saved', description: `${entry.user.name} will see it in their journal.` },
		failed: 'Failed to save feedback',
		refreshes: [listJournals, listWaitingJournals],
	})
