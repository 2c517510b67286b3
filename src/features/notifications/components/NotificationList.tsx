import { useEffect, useRef } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { EmptyState } from '#src/components/ui/EmptyState.tsx'
import { FetchError } from '#src/components/ui/FetchError.tsx'
import { LoadMore } from '#src/components/ui/LoadMore.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import type { Page } from '#src/lib/page.ts'
import { useMutation } from '#src/lib/query.ts'
import { useList } from '#src/lib/query-list.ts'
import type { Notification } from '../notification-contract.ts'
import { listNotificationsQuery, noteRead, readNotificationsMutation } from '../queries.ts'
import { NotificationRow } from './NotificationRow.tsx'

/** What concerns the member, the newest first. Following a row marks it as read; so does reading what it tells of. */
export function NotificationList({ initial }: { initial: Page<Notification> }) {
	const list = useList(listNotificationsQuery, { initial })
	const { items, refetch } = list
	const readAll = useMutation(readNotificationsMutation)
	const heading = useRef<HTMLHeadingElement>(null)
	const newest = items[0]?.at
	const hasUnread = items.some(({ isUnread }) => isUnread)
	useEffect(() => {
		// Back may bring the page as it was left, with marks of what was read since.
		const again = ({ persisted }: PageTransitionEvent) => persisted && refetch()
		window.addEventListener('pageshow', again)
		return () => window.removeEventListener('pageshow', again)
	}, [refetch])
	return (
		<>
			<div className="mb-6 flex flex-wrap items-center justify-between gap-4">
				<h1 ref={heading} tabIndex={-1} className="text-page">
					Notifications
				</h1>
				{hasUnread && newest !== undefined && (
					<Button
						variant="line"
						loading={readAll.isPending}
						onClick={() =>
							// The button goes with what it marked.
							readAll.mutate(newest, { onSuccess: () => heading.current?.focus() })
						}
					>
						Mark all as read
					</Button>
				)}
			</div>
			{list.error && <FetchError title="Failed to fetch notifications" error={list.error} onRetry={refetch} />}
			{items.length === 0 && !list.error && (
				<div className="card">
					<EmptyState
						title="No notifications yet"
						action={
							<a className={buttonClass()} href="/questions">
								Go to the questions
							</a>
						}
					>
						Answers to what you ask or follow, mentions of you, feedback and coaching sessions appear here.
					</EmptyState>
				</div>
			)}
			<ul className="border-b border-rule empty:border-0">
				{items.map((notification) => (
					<NotificationRow
						key={notification.id}
						notification={notification}
						onOpen={() => {
							if (notification.isUnread) void noteRead(notification.id, notification.at)
						}}
					/>
				))}
			</ul>
			{items.length > 0 && (
				<LoadMore
					shown={items.length}
					total={list.total}
					hasMore={list.hasMore}
					loading={list.isLoadingMore}
					onMore={list.loadMore}
				/>
			)}
		</>
	)
}
