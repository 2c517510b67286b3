import * as z from 'zod/mini'
import { contract } from '#src/lib/api/contract.ts'
import { isTimeZone } from '#src/lib/dates/known-zone.ts'

/** The digest of unread notifications, sent at seven in the morning in the member's time zone. */
export const digest = z.object({
	every: z.enum(['never', 'day', 'week'], 'Please choose how often'),
	/** For a weekly digest; 0 is Sunday. */
	weekday: z
		.number('Please choose a day')
		.check(z.int(), z.gte(0, 'Please choose a day'), z.lte(6, 'Please choose a day')),
	/** The member's time zone (IANA). */
	timeZone: z
		.string('Please choose a time zone')
		.check(z.maxLength(100, 'Please choose a time zone'), z.refine(isTimeZone, 'Please choose a time zone')),
})
export type Digest = z.output<typeof digest>

export const getDigest = contract('GET /api/user/notifications/digest', { access: 'account', response: digest })

export const updateDigest = contract('PUT /api/user/notifications/digest', {
	access: 'account',
	body: digest,
	response: digest,
})

/** Sets whether the caller watches a category and its subcategories: watchers are notified of new questions. */
export const watchCategory = contract('PUT /api/questions/categories/:id/watch', {
	access: 'member',
	body: z.object({ isWatched: z.boolean() }),
	errors: { notFound: [404, 'Category not found'] },
})
