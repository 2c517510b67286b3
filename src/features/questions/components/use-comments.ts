import { useEffect, useState } from 'react'
import { call } from '#src/lib/api-client.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { listComments, type Question, type QuestionComment } from '../contract.ts'
import { questionQuery } from '../queries.ts'

const PAGE = 100

/** The comments after the first ones, as far as they were asked for. */
function useLaterComments({ id, comments: first }: Question) {
	const [later, setLater] = useState<QuestionComment[]>([])
	const [isLoading, setLoading] = useState(false)
	const [error, setError] = useState<unknown>()
	const [firstNew, setFirstNew] = useState<string>()
	// Reading goes on at the first of them; the button that asked for them may be gone.
	useEffect(() => {
		if (firstNew) document.getElementById(`comment-${firstNew}`)?.focus()
	}, [firstNew])

	/** The next page; with `wanted` all up to the one that has that comment. */
	async function loadMore(wanted?: string): Promise<void> {
		setLoading(true)
		setError(undefined)
		try {
			let cursor = (later.at(-1) ?? first.at(-1))?.id
			let next: QuestionComment[]
			do {
				next = await call(listComments, { params: { id }, query: { limit: PAGE, cursor } })
				const page = next
				setLater((now) => [...now, ...page])
				cursor = next.at(-1)?.id
			} while (wanted && next.length === PAGE && !next.some((comment) => comment.id === wanted))
			setFirstNew(wanted ?? next[0]?.id)
		} catch (thrown) {
			setError(thrown)
		} finally {
			setLoading(false)
		}
	}
	return { later, isLoading, error, loadMore }
}

/**
 * The comments of a question as far as they were loaded: the first ones come with it, later pages are asked for.
 * A comment just written is shown at the end, although pages before it may still be missing.
 */
export function useComments(question: Question) {
	const { later, isLoading, error, loadMore } = useLaterComments(question)
	const [own, setOwn] = useState<QuestionComment[]>([])
	const [gone, setGone] = useState<ReadonlySet<string>>(new Set())

	// What was written or edited here comes last: it is newer than what was loaded.
	const loaded = new Map([...question.comments, ...later, ...own].map((comment) => [comment.id, comment]))
	const comments = [...loaded.values()].filter(({ id }) => !gone.has(id))
	const hasMore = comments.length < question.commentCount

	// A link in a mail or of moderation leads to one comment, which may be on a later page.
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page was opened by that link
	useEffect(() => {
		const wanted = /^#comment-(\w+)$/.exec(window.location.hash)?.[1]
		if (wanted && hasMore && !loaded.has(wanted)) void loadMore(wanted)
	}, [])

	const change = (by: number) =>
		queryClient.setQueryData<Question>(
			questionQuery(question.id).queryKey,
			(now) => now && { ...now, commentCount: now.commentCount + by },
		)

	return {
		comments,
		hasMore,
		isLoading,
		error,
		loadMore: () => void loadMore(),
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
