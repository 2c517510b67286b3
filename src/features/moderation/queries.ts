import { mutation } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import { deletePost, listPosts, lockPost, type Post, type PostKind, type PostOrder } from './contract.ts'

export const PAGE_SIZE = 30

/** Filter and order: one kind or all; newest first by default. */
export type ChosenPosts = { kind: PostKind | ''; order: PostOrder | '' }

export const listPostsQuery = ({ kind, order }: ChosenPosts) =>
	list(listPosts, { query: { limit: PAGE_SIZE, kind: kind || undefined, order: order || undefined } })

const params = ({ kind, id }: Post) => ({ kind, id })

export const deletePostMutation = (post: Post) =>
	mutation(deletePost, {
		input: () => ({ params: params(post) }),
		done: 'Post deleted',
		fallback: 'Failed to delete post',
		refreshes: [listPosts],
	})

export const lockPostMutation = mutation(lockPost, {
	input: (post: Post) => ({ params: params(post), body: { isLocked: !post.isLocked } }),
	done: (_, post) => (post.isLocked ? 'Question unlocked' : 'Question locked'),
	failed: ['Failed to lock or unlock the question', ''],
	refreshes: [listPosts],
})
