import type { BodyInput } from '#src/lib/api/contract.ts'
import { mutation, query } from '#src/lib/api/query.ts'
import {
	cancelMembership,
	checkout,
	getMembership,
	listInvoices,
	type Membership,
	openPortal,
	resumeMembership,
} from './contract.ts'

/** Polling interval for a payment that was just made, in milliseconds. */
const CONFIRMING_MS = 3_000

/** Returns whether a card payment has arrived. */
export const hasArrived = ({ standing, renewsByCard }: Membership) =>
	renewsByCard && (standing === 'current' || standing === 'trial' || standing === 'complimentary')

/** @param isConfirming whether the provider's confirmation of a payment may still arrive. */
export const getMembershipQuery = (isConfirming: boolean) =>
	query(
		getMembership,
		{},
		isConfirming ? { refetchInterval: (membership) => (hasArrived(membership) ? false : CONFIRMING_MS) } : {},
	)

export const listInvoicesQuery = query(listInvoices)

const goTo = ({ url }: { url: string }) => window.location.assign(url)

export const checkoutMutation = mutation(checkout, {
	input: (body: BodyInput<typeof checkout>) => ({ body }),
	follows: goTo,
	fallback: 'The payment could not be started',
	// Shows a changed price, or a membership that was started elsewhere.
	refreshesAfterFailure: [getMembership],
})

export const openPortalMutation = mutation(openPortal, {
	input: () => ({ body: {} }),
	follows: goTo,
	fallback: 'The page of the payment provider could not be opened',
	refreshesAfterFailure: [getMembership],
})

const changeOptions = {
	input: (version: number) => ({ body: { version } }),
	refreshes: [getMembership, listInvoices],
	refreshesAfterFailure: [getMembership],
} as const

export const cancelMembershipMutation = mutation(cancelMembership, {
	...changeOptions,
	done: 'Membership cancelled',
	fallback: 'Your membership could not be cancelled',
})

export const resumeMembershipMutation = mutation(resumeMembership, {
	...changeOptions,
	done: 'Membership kept',
	fallback: 'Your membership could not be resumed',
})
