import { useEffect, useState } from 'react'
import { put as putInto } from '#src/lib/api/query.ts'
import { useList } from '#src/lib/api/query-list.ts'
import type { Question, QuestionComment } from '../contract.ts'
import { getQuestionQuery, listCommentsQuery } from '../queries.ts'

/** What the address leads to: a comment, and the id of what gets the focus. */
type Wanted = { id: string; place: string }

/** The comments page by page; the first page came with the question. */
function useLoadedComments({ id, comments, commentCount, nextComments }: Question, firstNewId: string | null) {
	const list = useList(listCommentsQuery(id), {
		initial: { items: comments, total: commentCount, next: nextComments ?? undefined },
	})
	const { items, hasMore, isLoadingMore, error } = list
	/** How many there were when more were asked for. */
	const [before, setBefore] = useState<number>()
	/** A link leads to one comment, or to the first new one, which may be on a later page. */
	const [wanted, setWanted] = useState<Wanted>()
	useEffect(() => {
		// Reading goes on at the first of the new ones; the button that asked for them may be gone.
		const first = before === undefined ? undefined : items[before]
		if (!first) return
		document.getElementById(`comment-${first.id}`)?.focus()
		setBefore(undefined)
	}, [before, items])
	const [linked, setLinked] = useState<string>()
	useEffect(() => {
		function follow(): void {
			const id = /^#comment-(\w+)$/.exec(window.location.hash)?.[1]
			const isNew = window.location.hash === '#new' && firstNewId !== null
			setLinked(id)
			setWanted(
				isNew ? { id: firstNewId, place: 'new' } : id === undefined ? undefined : { id, place: `comment-${id}` },
			)
		}
		follow()
		// A link within the page: to the answer that helped.
		window.addEventListener('hashchange', follow)
		return () => window.removeEventListener('hashchange', follow)
	}, [firstNewId])
	const { loadMore } = list
	useEffect(() => {
		if (wanted === undefined || isLoadingMore || error) return
		const isThere = items.some((comment) => comment.id === wanted.id)
		if (isThere) document.getElementById(wanted.place)?.focus()
		if (isThere || !hasMore) setWanted(undefined)
		else loadMore()
	}, [wanted, items, hasMore, isLoadingMore, error, loadMore])
	return {
		...list,
		/** The comment that the address names. */
		linked,
		loadMore() {
			setBefore(items.length)
			// What others wrote after the last page was read is found by reading it again.
			if (hasMore) list.loadMore()
			else void list.refetch()
		},
	}
}

/**
 * The comments of a question as far as they were loaded: the first ones come with it, later pages are asked for.
 * A comment just written is shown at the end, although pages before it may still be missing.
 * @param firstNewId the first one since the reader's last visit, to which `#new` leads.
 */
export function useComments(question: Question, firstNewId: string | null) {
	const { items, linked, isFetching, error, loadMore } = useLoadedComments(question, firstNewId)
	const [own, setOwn] = useState<QuestionComment[]>([])
	const [gone, setGone] = useState<ReadonlySet<string>>(new Set())

	// What was written or edited here comes last: it is newer than what was loaded.
	const loaded = new Map([...items, ...question.comments, ...own].map((comment) => [comment.id, comment]))
	const comments = [...loaded.values()].filter(({ id }) => !gone.has(id))

	const change = (by: number) =>
		putInto(getQuestionQuery(question.id), (now) => ({ ...now, commentCount: now.commentCount + by }))

	return {
		comments,
		linked,
		hasMore: comments.length < question.commentCount,
		isLoading: isFetching,
		error: error ?? undefined,
		loadMore,
		put(comment: QuestionComment) {
			if (!loaded.has(comment.id)) change(1)
			setOwn((now) => [...now.filter(({ id }) => id !== comment.id), comment])
		},
		remove(id: string) {
			setGone((now) => new Set([...now, id]))
			change(-1)
		},
	}
}
