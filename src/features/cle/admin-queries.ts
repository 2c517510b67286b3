import type { BodyInput } from '#src/lib/api/contract.ts'
import { mutation, query } from '#src/lib/api/query.ts'
import {
	createAccreditation,
	createActivity,
	createRuleVersion,
	deleteAccreditation,
	deleteActivity,
	getProvider,
	listActivities,
	listActivitySources,
	listRuleSets,
	listRuleVersions,
	updateAccreditation,
	updateActivity,
	updateProvider,
} from './admin-contract.ts'
import { listRules } from './rules-contract.ts'

export const listActivitiesQuery = query(listActivities)
export const listActivitySourcesQuery = query(listActivitySources)
export const listRuleSetsQuery = query(listRuleSets)
export const listRuleVersionsQuery = (jurisdiction: string) => query(listRuleVersions, { params: { jurisdiction } })
export const getProviderQuery = query(getProvider)

const activityLists = [listActivities, listActivitySources]

export const createActivityMutation = mutation(createActivity, {
	input: (body: BodyInput<typeof createActivity>) => ({ body }),
	done: 'Activity added',
	fallback: 'Failed to add the activity',
	refreshes: activityLists,
})

export const updateActivityMutation = (id: string) =>
	mutation(updateActivity, {
		input: (body: BodyInput<typeof updateActivity>) => ({ params: { id }, body }),
		done: 'Activity saved',
		fallback: 'Failed to save the activity',
		refreshes: activityLists,
	})

export const deleteActivityMutation = (id: string) =>
	mutation(deleteActivity, {
		input: () => ({ params: { id } }),
		done: 'Activity deleted',
		fallback: 'Failed to delete the activity',
		refreshes: activityLists,
		refreshesAfterFailure: activityLists,
	})

export const createAccreditationMutation = (activityId: string) =>
	mutation(createAccreditation, {
		input: (body: BodyInput<typeof createAccreditation>) => ({ params: { id: activityId }, body }),
		done: 'Accreditation added',
		fallback: 'Failed to add the accreditation',
		refreshes: [listActivities],
	})

export const updateAccreditationMutation = (id: string) =>
	mutation(updateAccreditation, {
		input: (body: BodyInput<typeof updateAccreditation>) => ({ params: { id }, body }),
		done: 'Accreditation saved',
		fallback: 'Failed to save the accreditation',
		refreshes: [listActivities],
	})

export const deleteAccreditationMutation = (id: string) =>
	mutation(deleteAccreditation, {
		input: () => ({ params: { id } }),
		done: 'Accreditation deleted',
		fallback: 'Failed to delete the accreditation',
		refreshes: [listActivities],
		refreshesAfterFailure: [listActivities],
	})

export const createRuleVersionMutation = mutation(createRuleVersion, {
	input: (body: BodyInput<typeof createRuleVersion>) => ({ body }),
	done: ({ rules }) => `Version ${rules.version} of ${rules.name} saved`,
	fallback: 'Failed to save the rules',
	refreshes: [listRuleSets, listRuleVersions, listRules],
})

export const updateProviderMutation = mutation(updateProvider, {
	input: (body: BodyInput<typeof updateProvider>) => ({ body }),
	done: 'Details saved',
	fallback: 'Failed to save the details',
	refreshes: [getProvider],
})
