import { mutation, type Stale } from '#src/lib/api/query.ts'
import { hidePost, keepPost, type PostKind, type ReportReason, reportPost } from './post-contract.ts'

/** A post of any kind. */
export interface PostRef {
	kind: PostKind
	id: string
}

const params = ({ kind, id }: PostRef) => ({ kind, id })

export const reportPostMutation = (post: PostRef) =>
	mutation(reportPost, {
		input: (body: { reason: ReportReason; note?: string | undefined }) => ({ params: params(post), body }),
		done: { title: 'Thank you for your report', description: 'A moderator will review it and we will notify you.' },
		fallback: 'Failed to report the post',
	})

export const hidePostMutation = (post: PostRef, refreshes: readonly Stale[]) =>
	mutation(hidePost, {
		input: (body: { reason: string }) => ({ params: params(post), body }),
		done: 'Post hidden',
		fallback: 'Failed to hide the post',
		refreshes,
		refreshesAfterFailure: refreshes,
	})

/** Keeps a reported post, or restores a hidden one. */
export const keepPostMutation = (refreshes: readonly Stale[]) =>
	mutation(keepPost, {
		input: (post: PostRef & { hidden: unknown }) => ({ params: params(post) }),
		done: (_, { hidden }) => (hidden ? 'Post restored' : 'Post kept'),
		failed: 'Failed to keep the post',
		refreshes,
		refreshesAfterFailure: refreshes,
	})
