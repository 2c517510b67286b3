import { useEffect } from 'react'
import { useMutation } from '#src/lib/api/query.ts'
import type { Question } from '../contract.ts'
import { readQuestionMutation } from '../queries.ts'

/** Records that the question was shown, with its comments up to `lastShown`. */
export function useReadMark({ id, isUnread }: Question, lastShown: string | null): void {
	const { mutate } = useMutation(readQuestionMutation(id))
	useEffect(() => {
		if (isUnread) mutate(lastShown)
	}, [isUnread, lastShown, mutate])
}
