import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#src/lib/api-client.ts'
import { failureToast } from '#src/lib/failure-toast.ts'
import { showToast } from '#src/lib/toast.ts'
import {
	type AdminJournalEntry,
	createModule,
	deleteModule,
	getModules,
	giveFeedback,
	JOURNALS_PAGE,
	listJournals,
	type ModuleBody,
	orderModules,
	updateModule,
} from './contract.ts'

export const modulesQuery = (courseId: string) =>
	queryOptions({
		queryKey: ['modules', courseId],
		queryFn: ({ signal }) => call(getModules, { params: { id: courseId }, signal }),
	})

const refresh = (client: QueryClient, courseId: string) =>
	client.invalidateQueries({ queryKey: modulesQuery(courseId).queryKey })

/** Creates a module, or changes the one of `known`, whose version the author began with. */
export const saveModuleMutation = (
	client: QueryClient,
	courseId: string,
	known: { id: string; updatedAt: string } | undefined,
) => ({
	mutationFn: (body: ModuleBody) =>
		known
			? call(updateModule, { params: { id: known.id }, body: { ...body, updatedAt: known.updatedAt } })
			: call(createModule, { params: { id: courseId }, body }),
	onSuccess() {
		showToast({ title: known ? 'Module updated' : 'Module created' })
		return refresh(client, courseId)
	},
	onError: failureToast(known ? 'Failed to update module' : 'Failed to create module'),
})

export const deleteModuleMutation = (client: QueryClient, courseId: string) => ({
	mutationFn: (id: string) => call(deleteModule, { params: { id } }),
	onSuccess() {
		showToast({ title: 'Module deleted' })
		return refresh(client, courseId)
	},
	onError: failureToast('Failed to delete module'),
})

export const orderModulesMutation = (client: QueryClient, courseId: string) => ({
	mutationFn: (moduleIds: string[]) => call(orderModules, { params: { id: courseId }, body: { moduleIds } }),
	onError: failureToast('Failed to update module'),
	onSettled: () => refresh(client, courseId),
})

const journalsKey = (courseId: string) => ['admin-journals', courseId]

export const journalsQuery = (courseId: string, waitingOnly: boolean) =>
	infiniteQueryOptions({
		queryKey: [...journalsKey(courseId), waitingOnly],
		queryFn: ({ pageParam, signal }) =>
			call(listJournals, {
				params: { id: courseId },
				query: { limit: JOURNALS_PAGE, cursor: pageParam, waiting: waitingOnly ? 'true' : undefined },
				signal,
			}),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page: AdminJournalEntry[]) => (page.length === JOURNALS_PAGE ? page.at(-1)?.id : undefined),
	})

export const feedbackMutation = (client: QueryClient, courseId: string, entry: AdminJournalEntry) => ({
	mutationFn: (instructorFeedback: string) =>
		call(giveFeedback, { params: { id: entry.moduleId, entryId: entry.id }, body: { instructorFeedback } }),
	onSuccess() {
		showToast({ title: 'Feedback saved', description: `${entry.user.name} will see it in their journal.` })
		return client.invalidateQueries({ queryKey: journalsKey(courseId) })
	},
	onError: failureToast('Failed to save feedback'),
})
