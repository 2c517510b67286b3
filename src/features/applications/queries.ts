import type { BodyInput } from '#src/lib/api/contract.ts'
import { mutation } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import {
	type Application,
	type ApplicationForm,
	type ApplicationStatus,
	apply,
	askApplicant,
	decideApplication,
	listApplications,
} from './contract.ts'
import { updateApplicationForm } from './form-contract.ts'

/** Refetch interval of the lists (docs/product.md, Administration). */
const REFETCH_MS = 30_000

export const applyMutation = mutation(apply, {
	input: (body: ApplicationForm) => ({ body }),
	done: ({ message }) => ({ title: 'Application submitted', description: message }),
	failed: ['Application failed', 'Failed to submit application'],
})

export const listApplicationsQuery = (status: ApplicationStatus) =>
	list(listApplications, { query: { status } }, { refetchInterval: REFETCH_MS })

/** Queries to invalidate after an action on an application, even if it failed because another admin was first. */
const ofApplications = { refreshes: [listApplications], refreshesAfterFailure: [listApplications] }

export const decideApplicationMutation = mutation(decideApplication, {
	input: ({ id, ...body }: { id: Application['id'] } & BodyInput<typeof decideApplication>) => ({
		params: { userId: id },
		body,
	}),
	done: { title: 'Success', description: 'Application processed successfully' },
	failed: ['Error', 'Failed to process application'],
	...ofApplications,
})

export const askApplicantMutation = mutation(askApplicant, {
	input: ({ id, ...body }: { id: Application['id'] } & BodyInput<typeof askApplicant>) => ({
		params: { userId: id },
		body,
	}),
	done: ({ name }) => ({ title: 'Question sent', description: `The application from ${name} stays pending.` }),
	fallback: 'The question was not sent',
	...ofApplications,
})

export const updateApplicationFormMutation = mutation(updateApplicationForm, {
	input: (body: BodyInput<typeof updateApplicationForm>) => ({ body }),
	done: { title: 'Application form saved', description: 'Applicants see it from now on.' },
	fallback: 'The application form was not saved',
})
