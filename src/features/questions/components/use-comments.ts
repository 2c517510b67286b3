import { useState } from 'react'
import { call } from '#src/lib/api-client.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { listComments, type Question, type QuestionComment } from '../contract.ts'
import { questionQuery } from '../queries.ts'

/**
 * The comments of a question as far as they were loaded: the first ones come with it, later pages are asked for.
 * A comment just written is shown at the end, although pages before it may still be missing.
 */
export function useComments(question: Question) {
	const [later, setLater] = useState<QuestionComment[]>([])
	const [own, setOwn] = useState<QuestionComment[]>([])
	const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
	const [isLoading, setLoading] = useState(false)
	const [error, setError] = useState<unknown>()

	const loaded = new Map<string, QuestionComment>()
	for (const comment of [...question.comments, ...later]) loaded.set(comment.id, comment)
	const pages = [...loaded.values()]
	// What was written or edited here is newer than what was loaded.
	for (const comment of own) loaded.set(comment.id, comment)
	const comments = [...loaded.values()].filter(({ id }) => !gone.has(id))
	const hasMore = comments.length < question.commentCount

	async function loadMore(): Promise<void> {
		setLoading(true)
		setError(undefined)
		try {
			const cursor = pages.at(-1)?.id
			const next = await call(listComments, { params: { id: question.id }, query: { limit: 100, cursor } })
			setLater((now) => [...now, ...next])
		} catch (thrown) {
			setError(thrown)
		} finally {
			setLoading(false)
		}
	}

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
