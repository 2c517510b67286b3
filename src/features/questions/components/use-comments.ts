import { useEffect, useState } from 'react'
import { commentIdIn, useFocusLinked, useHash } from '#src/features/comments/use-linked-comment.ts'
import { put as putInto } from '#src/lib/api/query.ts'
import { useList } from '#src/lib/api/query-list.ts'
import type { Question, QuestionComment } from '../contract.ts'
import { getQuestionQuery, listCommentsQuery } from '../queries.ts'

/** Loads the comments page by page; the question contains the first page. */
function useLoadedComments({ id, comments, commentCount, nextComments }: Question, firstNewId: string | null) {
	const list = useList(listCommentsQuery(id), {
		initial: { items: comments, total: commentCount, next: nextComments ?? undefined },
	})
	const { items, hasMore } = list
	/** Number of comments when more were requested. */
	const [countBefore, setBefore] = useState<number>()
	useEffect(() => {
		// Focus the first newly loaded comment; the button may be gone.
		const first = countBefore === undefined ? undefined : items[countBefore]
		if (!first) return
		document.getElementById(`comment-${first.id}`)?.focus()
		setBefore(undefined)
	}, [countBefore, items])
	const hash = useHash()
	const linked = commentIdIn(hash)
	// The linked or first new comment, which may be on a later page.
	const isNew = hash === '#new' && firstNewId !== null
	useFocusLinked(isNew ? firstNewId : linked, isNew ? 'new' : `comment-${linked}`, list)
	return {
		...list,
		linked,
		loadMore() {
			setBefore(items.length)
			// If all pages are loaded, refetching them shows later comments by others.
			if (hasMore) list.loadMore()
			else void list.refetch()
		},
	}
}

/**
 * Returns the loaded comments of a question, which contains the first page; later pages load on demand. The viewer's
 * new comment is shown at the end, even if earlier pages are missing.
 * @param firstNewId the first comment since the viewer's last visit, the target of `#new`.
 */
export function useComments(question: Question, firstNewId: string | null) {
	const { items, linked, isFetching, error, loadMore } = useLoadedComments(question, firstNewId)
	const [ownComments, setOwnComments] = useState<QuestionComment[]>([])
	const [deletedIds, setDeletedIds] = useState<ReadonlySet<string>>(new Set())

	// The viewer's own comments and edits come last, because they are the newest.
	const loaded = new Map([...items, ...question.comments, ...ownComments].map((comment) => [comment.id, comment]))
	const comments = [...loaded.values()].filter(({ id }) => !deletedIds.has(id))

	const changeCount = (delta: number) =>
		putInto(getQuestionQuery(question.id), (now) => ({ ...now, commentCount: now.commentCount + delta }))

	return {
		comments,
		linked,
		hasMore: comments.length < question.commentCount,
		isLoading: isFetching,
		error: error ?? undefined,
		loadMore,
		put(comment: QuestionComment) {
			if (!loaded.has(comment.id)) changeCount(1)
			setOwnComments((now) => [...now.filter(({ id }) => id !== comment.id), comment])
		},
		remove(id: string) {
			setDeletedIds((now) => new Set([...now, id]))
			changeCount(-1)
		},
	}
}
