import * as z from 'zod/mini'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'

export const postKind = z.enum(['question', 'questionComment', 'courseComment'])
export type PostKind = z.output<typeof postKind>

export const post = z.object({
	kind: postKind,
	id: z.string(),
	/** Title of the question, or of the course and module. */
	title: z.string(),
	body: z.string(),
	href: z.string(),
	author: z.nullable(z.object({ name: z.string(), username: z.string() })),
	createdAt: timestamp,
	isLocked: z.nullable(z.boolean()),
})
export type Post = z.output<typeof post>

export const postOrder = z.enum(['asc', 'desc'], 'Order asc or desc')
export type PostOrder = z.output<typeof postOrder>

/** Posts of every kind by date, newest first by default. */
export const listPosts = contract('GET /api/admin/posts', {
	access: 'admin',
	query: z.object({ ...pageQuery, kind: z.optional(postKind), order: z.optional(postOrder) }),
	response: z.array(post),
})

export const deletePost = contract('DELETE /api/admin/posts/:kind/:id', {
	access: 'admin',
	params: z.object({ kind: postKind, id: z.string() }),
	errors: { notFound: [404, 'This post no longer exists'] },
})

/** Locks or unlocks a question; other posts have no lock. */
export const lockPost = contract('PUT /api/admin/posts/:kind/:id/lock', {
	access: 'admin',
	params: z.object({ kind: postKind, id: z.string() }),
	body: z.object({ isLocked: z.boolean() }),
	errors: { notFound: [404, 'This post no longer exists'] },
})
