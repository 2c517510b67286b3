import * as z from 'zod'
import { listOfferedPlans } from '#src/features/dues/server/plans.ts'
import { type PublicPlan, setPublicPlans } from '#src/lib/dues/public-plans.ts'
import type { PublicPageKind, SnapshotContent } from './kind.ts'

const content: SnapshotContent<PublicPlan[]> = {
	key: 'plans',
	schema: z.array(
		z.object({
			id: z.string(),
			name: z.string(),
			description: z.string(),
			amountCents: z.number(),
			currency: z.string(),
			months: z.number(),
			trialDays: z.number(),
		}),
	),
	current: listOfferedPlans,
	// The demonstration collects no dues.
	demo: async () => [],
	empty: [],
}

/** Loads the plans of a snapshot into memory, for the build that renders from it. */
export function loadPlans(snapshot: Record<string, unknown>): void {
	const parsed = content.schema.safeParse(snapshot[content.key])
	if (parsed.success) setPublicPlans(parsed.data)
}

/** The plans, shown on the home page and on every course page. They have no separate page. */
export const publicPlansKind = {
	matches: () => false,
	paths: async () => [],
	content,
} satisfies PublicPageKind
