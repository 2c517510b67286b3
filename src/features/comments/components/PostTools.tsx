import { EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { type Stale, useMutation } from '#src/lib/api/query.ts'
import type { HiddenState } from '../post-contract.ts'
import { keepPostMutation, type PostRef } from '../post-queries.ts'
import { HideDialog, ReportDialog } from './PostDialogs.tsx'

type Props = Pick<ComponentProps<typeof Button>, 'variant'> & {
	post: PostRef & { isOwn: boolean; hidden: HiddenState }
	/** Name of the post, for the buttons' labels in screen readers. */
	of: string
	isModerator: boolean
	/** Queries that contain the post. */
	refreshes: readonly Stale[]
}

/** Shows the actions on another member's post: members report it, moderators hide and restore it. */
export function PostTools({ post, of, isModerator, refreshes, variant }: Props) {
	const [isOpen, setOpen] = useState(false)
	const restore = useMutation(keepPostMutation(refreshes))
	const close = () => setOpen(false)
	if (isModerator && post.hidden)
		return (
			<Button
				variant={variant}
				aria-label={`Restore ${of}`}
				loading={restore.isPending}
				onClick={() => restore.mutate(post)}
			>
				Restore
			</Button>
		)
	if (post.isOwn || post.hidden) return null
	const label = isModerator ? 'Hide' : 'Report'
	return (
		<>
			<Button variant={variant} aria-label={`${label} ${of}`} onClick={() => setOpen(true)}>
				{label}
			</Button>
			{isOpen && isModerator && <HideDialog post={post} refreshes={refreshes} onClose={close} />}
			{isOpen && !isModerator && <ReportDialog post={post} onClose={close} />}
		</>
	)
}

type NoticeProps = { hidden: HiddenState; isOwn: boolean; what: string }

/** Shows a notice that a post is hidden, to viewers who can still read it. */
export function HiddenNotice({ hidden, isOwn, what }: NoticeProps) {
	if (hidden === null) return null
	const { reason } = hidden
	return (
		<div className="alert mt-3">
			<EyeOff aria-hidden="true" strokeWidth={1.75} />
			<div>
				{isOwn ? `Only you and moderators see this ${what}.` : `Members do not see this ${what}.`}{' '}
				{reason === null ? (
					'Several members reported it. It is hidden until a moderator has reviewed it.'
				) : (
					<>
						A moderator hid it: <span dir="auto">{reason}</span>
					</>
				)}
			</div>
		</div>
	)
}
