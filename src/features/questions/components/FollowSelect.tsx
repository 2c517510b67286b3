import { useId } from 'react'
import { useFocusThrough } from '#src/components/ui/focus.ts'
import { useMutation } from '#src/lib/query.ts'
import type { FollowState } from '../contract.ts'
import { followQuestionMutation } from '../queries.ts'

const hints: Record<FollowState, string> = {
	none: 'You get a mail only when somebody mentions you.',
	following: 'You get a mail about new comments, every few minutes at most.',
	muted: 'You get no mail about this question.',
}

/** What the reader wants to hear of a question: one line below it, since few choose more than to follow. */
export function FollowSelect({ id, follow }: { id: string; follow: FollowState }) {
	const mutation = useMutation(followQuestionMutation(id, follow))
	const select = useFocusThrough<HTMLSelectElement>(mutation.isPending)
	const [field, hint] = [useId(), useId()]
	return (
		<div className="follow-line">
			<label htmlFor={field}>Notifications</label>
			<select
				ref={select}
				id={field}
				className="input follow-select"
				aria-describedby={hint}
				value={follow}
				disabled={mutation.isPending}
				onChange={(event) => mutation.mutate(event.target.value as FollowState)}
			>
				<option value="none">Mentions only</option>
				<option value="following">Following</option>
				<option value="muted">Muted</option>
			</select>
			<span id={hint}>{hints[follow]}</span>
		</div>
	)
}
