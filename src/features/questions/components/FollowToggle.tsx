import { Bell, BellRing } from 'lucide-react'
import { Button } from '#src/components/ui/Button.tsx'
import { useMutation } from '#src/lib/query.ts'
import type { FollowState } from '../contract.ts'
import { followQuestionMutation } from '../queries.ts'

/** Follows a question, or no longer: a press in the line of its facts. What else there is to choose stands below. */
export function FollowToggle({ id, follow }: { id: string; follow: FollowState }) {
	const mutation = useMutation(followQuestionMutation(id, follow))
	const isFollowing = follow === 'following'
	const Icon = isFollowing ? BellRing : Bell
	return (
		<Button
			className="follow-toggle"
			variant="line"
			aria-pressed={isFollowing}
			disabled={mutation.isPending}
			onClick={() => mutation.mutate(isFollowing ? 'none' : 'following')}
		>
			<Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
			Follow{isFollowing && 'ing'}
		</Button>
	)
}
