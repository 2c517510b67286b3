import { Bell, BellOff, BellRing } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { useMutation } from '#src/lib/api/query.ts'
import type { FollowState } from '../contract.ts'
import { followQuestionMutation } from '../queries.ts'

const hints: Record<FollowState, string> = {
	none: 'You get an email only when someone mentions you.',
	following: 'You get an email about new comments, at most every few minutes.',
	muted: 'Muted: no emails, no notifications.',
}

export function FollowToggles({ id, follow }: { id: string; follow: FollowState }) {
	const { mutate, isPending } = useMutation(followQuestionMutation(id, follow))
	const hint = useId()
	const isFollowing = follow === 'following'
	const isMuted = follow === 'muted'
	const toggle = (state: 'following' | 'muted') => ({
		className: 'follow-toggle',
		'aria-pressed': follow === state,
		'aria-describedby': hint,
		disabled: isPending,
		onClick: () => mutate(follow === state ? 'none' : state),
	})
	return (
		<>
			<div className="flex flex-wrap gap-2">
				<Button variant="line" {...toggle('following')}>
					{isFollowing ? <BellRing aria-hidden="true" /> : <Bell aria-hidden="true" />}
					Follow{isFollowing && 'ing'}
				</Button>
				<Button variant="quiet" {...toggle('muted')}>
					{isMuted && <BellOff aria-hidden="true" />}
					Mute{isMuted && 'd'}
				</Button>
			</div>
			<p id={hint} className="basis-full text-tiny text-muted sm:text-end">
				{hints[follow]}
			</p>
		</>
	)
}
