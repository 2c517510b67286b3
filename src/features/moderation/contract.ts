import * as z from 'zod/mini'
import { hiddenState, noPost, postKind, reportReason } from '#src/features/comments/post-contract.ts'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'

const person = z.nullable(z.object({ name: z.string(), username: z.string() }))

const post = z.object({
	kind: postKind,
	id: z.string(),
	/** Title of the question, or of the course and module. */
	title: z.string(),
	body: z.string(),
	href: z.string(),
	author: person,
	createdAt: timestamp,
	isLocked: z.nullable(z.boolean()),
	hidden: hiddenState,
})
export type Post = z.output<typeof post>

export const postOrder = z.enum(['asc', 'desc'], 'Order asc or desc')
export type PostOrder = z.output<typeof postOrder>

/** Posts of every kind by date, newest first by default; only hidden posts if `state` is set. */
export const listPosts = contract('GET /api/admin/posts', {
	access: 'moderator',
	query: z.object({
		...pageQuery,
		kind: z.optional(postKind),
		state: z.optional(z.enum(['hidden'])),
		order: z.optional(postOrder),
	}),
	response: z.array(post),
})

const reportedPost = z.extend(post, {
	/** Open reports, oldest first. */
	reports: z.array(z.object({ reason: reportReason, note: z.string(), at: timestamp, by: person })),
})
export type ReportedPost = z.output<typeof reportedPost>

/** Posts with open reports, the longest waiting first. */
export const listReports = contract('GET /api/admin/reports', {
	access: 'moderator',
	query: z.object(pageQuery),
	response: z.array(reportedPost),
})

export const deletePost = contract('DELETE /api/admin/posts/:kind/:id', {
	access: 'admin',
	params: z.object({ kind: postKind, id: z.string() }),
	errors: { notFound: noPost },
})

/** Locks or unlocks a question; other posts have no lock. */
export const lockPost = contract('PUT /api/admin/posts/:kind/:id/lock', {
	access: 'moderator',
	params: z.object({ kind: postKind, id: z.string() }),
	body: z.object({ isLocked: z.boolean() }),
	errors: { notFound: noPost },
})
