import type { BodyOf } from '#src/lib/api/contract.ts'
import type { SentAs } from '#src/lib/api/fields.ts'
import { ifSentBefore, type Mutation, mutation, query } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import {
	type CourseModule,
	createModule,
	deleteModule,
	listModules,
	type ModuleBody,
	orderModules,
	updateModule,
} from './contract.ts'
import {
	createDraft,
	deleteDraft,
	listDrafts,
	type ModuleDraftResponse,
	publishDraft,
	publishDrafts,
	updateDraft,
} from './draft-contract.ts'
import {
	type AdminJournalEntry,
	giveFeedback,
	JOURNALS_PAGE,
	listJournals,
	listWaitingJournals,
} from './journal-contract.ts'
import { copyModule, restoreModuleVersion } from './version-contract.ts'

export { listModulesQuery } from './queries.ts'

export const listDraftsQuery = (courseId: string) => query(listDrafts, { params: { id: courseId } })

/** Queries of a course's modules in the workspace: published modules and drafts. */
const moduleQueries = (courseId: string) =>
	[
		[listModules, { id: courseId }],
		[listDrafts, { id: courseId }],
	] as const

const createModuleMutation = (courseId: string) =>
	mutation(createModule, {
		input: (body: ModuleBody & SentAs) => ({ params: { id: courseId }, body }),
		done: 'Module created',
		failed: 'Failed to create module',
		refreshes: moduleQueries(courseId),
		refreshesAfterFailure: ifSentBefore(moduleQueries(courseId)),
	})

type ModuleChange = BodyOf<typeof updateModule>

const updateModuleMutation = (courseId: string, id: string) =>
	mutation(updateModule, {
		input: (body: ModuleChange) => ({ params: { id }, body }),
		done: 'Module updated',
		failed: 'Failed to update module',
		refreshes: moduleQueries(courseId),
	})

const DRAFT_SAVED = { title: 'Draft saved', description: 'Members see it once you publish it.' }

type DraftBody = Omit<ModuleBody, 'additionalContent' | 'type'> & {
	type: string
	additionalContent: Record<string, unknown>
}

const createDraftMutation = (courseId: string) =>
	mutation(createDraft, {
		input: (body: DraftBody & SentAs) => ({ params: { id: courseId }, body }),
		done: DRAFT_SAVED,
		fallback: 'Failed to save the draft',
		refreshes: moduleQueries(courseId),
		refreshesAfterFailure: ifSentBefore(moduleQueries(courseId)),
	})

const updateDraftMutation = (courseId: string, id: string) =>
	mutation(updateDraft, {
		input: (body: BodyOf<typeof updateDraft>) => ({ params: { id }, body }),
		done: DRAFT_SAVED,
		fallback: 'Failed to save the draft',
		refreshes: moduleQueries(courseId),
	})

/** Returns the mutation that changes when a module opens: directly, or in the draft of a new module. */
export const releaseMutation = (courseId: string, id: string, isNew: boolean): Mutation<CourseModule, ModuleChange> =>
	isNew ? updateDraftMutation(courseId, id) : updateModuleMutation(courseId, id)

/** Input of the module form, and whether to save it as a draft. */
export interface ModuleSave {
	as: 'module' | 'draft'
	body: DraftBody & SentAs & { version?: number | undefined; endsDraft?: boolean }
}

/** Returns the mutation of the module form. Saving a module and keeping a draft differ in endpoint and messages. */
export function saveModuleMutation(
	courseId: string,
	module: CourseModule | undefined,
): Mutation<CourseModule, ModuleSave> {
	const save = module ? updateModuleMutation(courseId, module.id) : createModuleMutation(courseId)
	const keep = module ? updateDraftMutation(courseId, module.id) : createDraftMutation(courseId)
	const mutationFor = ({ as }: ModuleSave): Mutation<CourseModule, ModuleSave['body']> => (as === 'draft' ? keep : save)
	const { mutationKey, access, fallback } = save
	return {
		...{ mutationKey, access, fallback },
		mutationFn: (input) => mutationFor(input).mutationFn(input.body),
		succeed: (answer, input) => mutationFor(input).succeed(answer, input.body),
		fail: (error, input) => mutationFor(input).fail(error, input.body),
	}
}

export const deleteDraftMutation = (courseId: string) =>
	mutation(deleteDraft, {
		input: ({ id, version }: Pick<ModuleDraftResponse, 'id' | 'version'>) => ({
			params: { id },
			query: version === undefined ? {} : { version: String(version) },
		}),
		done: 'Draft discarded',
		failed: 'Failed to discard the draft',
		refreshes: moduleQueries(courseId),
		refreshesAfterFailure: moduleQueries(courseId),
	})

export const publishDraftMutation = (courseId: string) =>
	mutation(publishDraft, {
		input: ({ id, version }: Pick<ModuleDraftResponse, 'id' | 'version'>) => ({
			params: { id },
			body: version === undefined ? {} : { version },
		}),
		done: 'Changes published',
		failed: 'Failed to publish the changes',
		refreshes: moduleQueries(courseId),
		refreshesAfterFailure: moduleQueries(courseId),
	})

export const publishDraftsMutation = (courseId: string) =>
	mutation(publishDrafts, {
		input: (drafts: readonly Pick<ModuleDraftResponse, 'id' | 'version'>[]) => ({
			params: { id: courseId },
			body: { drafts: drafts.map(({ id, version = 0 }) => ({ id, version })) },
		}),
		done: 'Changes published',
		failed: 'Failed to publish the changes',
		refreshes: moduleQueries(courseId),
		refreshesAfterFailure: moduleQueries(courseId),
	})

/** @param isInDialog whether a dialog shows failures, instead of a toast. */
export const copyModuleMutation = (courseId: string, isInDialog = false) =>
	mutation(copyModule, {
		input: ({ id, to }: { id: string; to: string }) => ({ params: { id }, body: { courseId: to } }),
		done: ({ isDraft }) => ({
			title: 'Module duplicated',
			description: isDraft ? 'The copy is a draft until you publish it.' : 'The copy is at the end of the list.',
		}),
		...(isInDialog ? {} : { failed: 'Failed to duplicate the module' }),
		fallback: 'Failed to duplicate the module',
		refreshes: moduleQueries(courseId),
	})

export const restoreModuleVersionMutation = (courseId: string, id: string) =>
	mutation(restoreModuleVersion, {
		input: (versionId: string) => ({ params: { id, versionId } }),
		done: ({ isDraft }) => ({
			title: 'Version restored',
			description: isDraft ? 'It is a draft. Members see it once you publish it.' : 'This version is live.',
			afterNavigation: true,
		}),
		failed: 'Failed to restore the version',
		follows: () => window.location.assign(`/admin/courses/${courseId}/modules?module=${id}`),
	})

export const deleteModuleMutation = (courseId: string) =>
	mutation(deleteModule, {
		input: (id: string) => ({ params: { id } }),
		done: 'Module deleted',
		failed: 'Failed to delete module',
		refreshes: moduleQueries(courseId),
	})

export const orderModulesMutation = (courseId: string) =>
	mutation(orderModules, {
		input: (moduleIds: string[]) => ({ params: { id: courseId }, body: { moduleIds } }),
		failed: 'Failed to update module',
		refreshes: moduleQueries(courseId),
		refreshesAfterFailure: moduleQueries(courseId),
	})

export const listJournalsQuery = (courseId: string, waitingOnly: boolean) =>
	list(listJournals, {
		params: { id: courseId },
		query: { limit: JOURNALS_PAGE, waiting: waitingOnly ? 'true' : undefined },
	})

export const listWaitingJournalsQuery = list(listWaitingJournals, { query: { limit: JOURNALS_PAGE } })

export const giveFeedbackMutation = (entry: AdminJournalEntry) =>
	mutation(giveFeedback, {
		input: (body: { instructorFeedback: string; version?: number | undefined }) => ({
			params: { id: entry.moduleId, entryId: entry.id },
			body,
		}),
		done: { title: 'Feedback saved', description: `${entry.user.name} will see the feedback in their journal.` },
		fallback: 'Failed to save feedback',
		refreshes: [listJournals, listWaitingJournals],
	})
