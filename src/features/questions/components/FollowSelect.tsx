import { useMutation } from '@tanstack/react-query'
import { SelectField } from '#src/components/ui/Field.tsx'
import { useFocusThrough } from '#src/components/ui/focus.ts'
import { call } from '#src/lib/api-client.ts'
import { failureToast } from '#src/lib/failure-toast.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { type FollowState, followQuestion, type Question } from '../contract.ts'
import { questionQuery } from '../queries.ts'

const hints: Record<FollowState, string> = {
	none: 'You get a mail only when somebody mentions you.',
	following: 'You get a mail about new comments, every few minutes at most.',
	muted: 'You get no mail about this question.',
}

/** What the reader wants to hear of a question. */
export function FollowSelect({ id, follow }: { id: string; follow: FollowState }) {
	const { queryKey } = questionQuery(id)
	const put = (state: FollowState) =>
		queryClient.setQueryData<Question>(queryKey, (question) => question && { ...question, follow: state })
	const mutation = useMutation(
		{
			mutationFn: (state: FollowState) => call(followQuestion, { params: { id }, body: { state } }),
			onMutate: (state) => {
				put(state)
				return follow
			},
			onError(error, _, before) {
				if (before) put(before)
				failureToast('Failed to change notifications', '')(error)
			},
		},
		queryClient,
	)
	const select = useFocusThrough<HTMLSelectElement>(mutation.isPending)
	return (
		<div className="w-full max-w-72">
			<SelectField
				ref={select}
				label="Notifications"
				hint={hints[follow]}
				value={follow}
				disabled={mutation.isPending}
				onChange={(event) => mutation.mutate(event.target.value as FollowState)}
			>
				<option value="none">Mentions only</option>
				<option value="following">Following</option>
				<option value="muted">Muted</option>
			</SelectField>
		</div>
	)
}
