import * as z from 'zod/mini'
import { PASSWORDS_BUSY } from '#src/features/auth/contract.ts'
import { COMMON_PASSWORD } from '#src/features/auth/password-contract.ts'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'
import { emailAddress, newPassword, personName, writtenAddress } from '#src/lib/api/fields.ts'
import { changedMeanwhile, versionField } from '#src/lib/api/version.ts'
import { STANDINGS } from '#src/lib/dues/standing.ts'

/** Maximum number of search results to count; beyond that, the search should be narrowed. */
export const MAX_COUNTED = 1_000

export const stats = z.object({ totalUsers: z.number(), adminUsers: z.number(), regularUsers: z.number() })
export type Stats = z.output<typeof stats>

export const getStats = contract('GET /api/admin/stats', { access: 'admin', response: stats })

/** Maps the start of 1970, which is stored for "never", to null. */
const seenAt = z.pipe(
	z.nullable(timestamp),
	z.transform((value) => (value?.startsWith('1970-01-01T00:00:00.000') ? null : value)),
)

/** A person's single status for display. An account's `active` or `inactive` only means whether it can sign in. */
export const MEMBER_STATUSES = ['invited', 'applied', 'active', 'deactivated', 'rejected'] as const
export type MemberStatus = (typeof MEMBER_STATUSES)[number]

export const user = z.object({
	id: z.string(),
	name: z.string(),
	username: z.string(),
	email: z.string(),
	role: z.enum(['admin', 'user']),
	status: z.enum(['active', 'inactive']),
	memberStatus: z.enum(MEMBER_STATUSES),
	phoneNumber: z.nullable(z.string()),
	applicationStatus: z.nullable(z.enum(['pending', 'approved', 'rejected'])),
	applicationDate: z.nullable(timestamp),
	yearsOfExperience: z.nullable(z.string()),
	firmName: z.nullable(z.string()),
	practiceAreas: z.nullable(z.string()),
	createdAt: timestamp,
	updatedAt: timestamp,
	/** Time of the last request, accurate to a few minutes; null if there was none. */
	lastSeenAt: seenAt,
	/** When the last invitation was sent; null if none is open. */
	invitedAt: z.nullable(timestamp),
	isModerator: z.boolean(),
	/** End of the last suspension, which may be in the past; null if there was none. */
	suspendedUntil: z.nullable(timestamp),
	suspendedReason: z.nullable(z.string()),
	/** Number of reminders of an open invitation. */
	reminders: z.number(),
	/** Join date from an imported list; null if there was none. */
	joinedAt: z.nullable(timestamp),
	labels: z.array(z.string()),
	plan: z.nullable(z.string()),
	/** Null for applicants who have not yet confirmed their email address through the link sent to it. */
	emailConfirmedAt: z.nullable(timestamp),
	/** When the account will be erased, if its owner left. */
	leavesAt: z.nullable(timestamp),
	/** Only in lists of a club that collects dues; null if the person owes none. */
	standing: z.optional(z.nullable(z.enum(STANDINGS))),
	version: z.number(),
})
export type User = z.output<typeof user>

/** Maximum length of a label or plan in characters, and maximum number of labels per person. */
export const LABEL_LIMIT = 60
export const MAX_LABELS = 20

const anyStanding = z.enum([...STANDINGS, 'none'], 'Choose a standing')

export const userFilters = {
	search: z.optional(z.string().check(z.maxLength(200, 'Use at most 200 characters'))),
	role: z.optional(z.enum(['admin', 'user'], 'Choose admin or user')),
	/** `inactive`: everyone except active members. */
	status: z.optional(z.enum([...MEMBER_STATUSES, 'inactive'], 'Choose a status')),
	label: z.optional(z.string().check(z.maxLength(LABEL_LIMIT, 'Choose a label'))),
	/** `none`: owes no dues. Ignored while the club collects no dues. */
	standing: z.optional(anyStanding),
}
/** By default, sorts by creation, newest first. A search in any other order covers only the newest matches. */
export const userOrder = {
	sort: z.optional(z.enum(['joined', 'seen'], 'Sort by joined or seen')),
	order: z.optional(z.enum(['asc', 'desc'], 'Order asc or desc')),
}
const order = z.object(userOrder)
export type UserOrder = z.input<typeof order>

const filters = z.object(userFilters)
export type UserFilters = z.input<typeof filters>

export const listUsers = contract('GET /api/admin/users', {
	access: 'admin',
	query: z.object({ ...pageQuery, ...userFilters, ...userOrder }),
	response: z.array(user),
})

/** Counts everyone by status, and lists the labels in use, for the filters. */
export const getUserCounts = contract('GET /api/admin/user-counts', {
	access: 'admin',
	response: z.object({
		statuses: z.record(z.enum(MEMBER_STATUSES), z.number()),
		labels: z.array(z.string()),
		/** Only while the club collects dues. */
		standings: z.optional(z.record(anyStanding, z.number())),
	}),
})
export type UserCounts = z.output<typeof getUserCounts.response>

export const exportUsers = contract('GET /admin/users/export.csv', {
	access: 'admin',
	response: z.string(),
	produces: 'text/csv; charset=utf-8',
})

/** `regular` is the value in the form for a new user; it means `user`. */
const role = z.enum(['admin', 'regular', 'user'], 'Choose a role')

const TAKEN = [409, 'Another account uses this email address'] as const

const NAME_ERROR = 'Name must be at least 2 characters'

export const createUser = contract('POST /api/admin/users', {
	access: 'admin',
	body: z.object({
		name: personName(2, NAME_ERROR),
		email: emailAddress('Invalid email address'),
		role: z._default(role, 'regular'),
		password: newPassword(6, 'Password must be at least 6 characters'),
	}),
	/** `mailWaits`: email cannot be sent yet, so the sign-in instructions are waiting. */
	response: z.extend(user, { mailWaits: z.boolean() }),
	status: 201,
	errors: {
		taken: TAKEN,
		common: [400, COMMON_PASSWORD],
		notAdmin: [403, 'You do not have permission to do this'],
		busy: PASSWORDS_BUSY,
	},
})

export const updateUser = contract('PUT /api/admin/users/:id', {
	access: 'admin',
	body: z.object({
		name: personName(2, NAME_ERROR),
		/** An undeliverable address may stay, but is rejected as a new one. */
		email: writtenAddress('Please enter a valid email'),
		role,
		status: z.enum(['active', 'inactive'], 'Choose a status'),
		...versionField,
	}),
	response: user,
	errors: {
		unknown: [404, 'User not found'],
		taken: TAKEN,
		/** The message names the domain ending. */
		unreachable: [400, 'Email cannot reach this address'],
		own: [403, 'You cannot change your own role or status'],
		changed: changedMeanwhile('account'),
		applicant: [409, 'This application is still pending. Approve or reject it under Applications.'],
		notAdmin: [403, 'You do not have permission to do this'],
	},
	current: user,
})

export const deleteUser = contract('DELETE /api/admin/users/:id', {
	access: 'admin',
	errors: {
		unknown: [404, 'User not found'],
		own: [403, 'You cannot delete your own account'],
		notAdmin: [403, 'You do not have permission to do this'],
	},
})
