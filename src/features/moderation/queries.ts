import type { PostKind } from '#src/features/comments/post-contract.ts'
import { mutation } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import { deletePost, listPosts, listReports, lockPost, type Post, type PostOrder } from './contract.ts'

export const PAGE_SIZE = 30

/** Filter and order: one kind of post, hidden posts or all; newest first by default. */
export type PostFilters = { kind: PostKind | ''; state: 'hidden' | ''; order: PostOrder | '' }

export const listPostsQuery = ({ kind, state, order }: PostFilters) =>
	list(listPosts, {
		query: { limit: PAGE_SIZE, kind: kind || undefined, state: state || undefined, order: order || undefined },
	})

export const listReportsQuery = list(listReports, { query: { limit: PAGE_SIZE } })

/** Queries to invalidate after any decision about a post. */
export const POST_LISTS = [listPosts, listReports]

const params = ({ kind, id }: Post) => ({ kind, id })

export const deletePostMutation = (post: Post) =>
	mutation(deletePost, {
		input: () => ({ params: params(post) }),
		done: 'Post deleted',
		fallback: 'Failed to delete post',
		refreshes: POST_LISTS,
	})

export const lockPostMutation = mutation(lockPost, {
	input: (post: Post) => ({ params: params(post), body: { isLocked: !post.isLocked } }),
	done: (_, post) => (post.isLocked ? 'Question unlocked' : 'Question locked'),
	failed: ['Failed to lock or unlock the question', ''],
	refreshes: POST_LISTS,
})
