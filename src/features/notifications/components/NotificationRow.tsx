import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import type { Notification } from '../notification-contract.ts'
import { partsOf } from '../notification-text.ts'

type Props = {
	notification: Notification
	isBrief?: boolean
	onOpen?: () => void
}

/** One notification; the whole row is a link to its subject. */
export function NotificationRow({ notification, isBrief = false, onOpen }: Props) {
	const { before, title, after } = partsOf(notification)
	const { change, scheduledAt, isUnread } = notification
	return (
		<li className="notification-row">
			<a
				className="notification-link"
				href={notification.href}
				onClick={onOpen}
				// The middle mouse button opens a tab; the right button opens only a menu.
				onAuxClick={({ button }) => button === 1 && onOpen?.()}
			>
				<span className={isBrief ? 'line-clamp-2' : isUnread ? 'font-label' : undefined}>
					{before}
					{title && <span> {title}</span>}
					{after}
				</span>
			</a>
			{scheduledAt !== null && change !== 'cancelled' && !isBrief && (
				<p className="text-small">
					<LocalTime when={scheduledAt} as="session" />
				</p>
			)}
			{!isBrief && (
				<p className="flex flex-wrap items-center gap-x-4 text-small text-muted">
					{isUnread && <span className="unread-mark text-ink">Unread</span>}
					<LocalTime when={notification.at} />
				</p>
			)}
		</li>
	)
}
