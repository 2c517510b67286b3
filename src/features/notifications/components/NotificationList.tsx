import { useEffect, useRef } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { LoadMore } from '#src/components/ui/lists/LoadMore.tsx'
import { useChosenInView } from '#src/components/ui/lists/use-chosen-in-view.ts'
import { buttonClass } from '#src/components/ui/styles.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { useList } from '#src/lib/api/query-list.ts'
import type { Page } from '#src/lib/site/page.ts'
import type { Notification, ShownKind } from '../notification-contract.ts'
import { listNotificationsQuery, noteRead, readNotificationsMutation } from '../queries.ts'
import { NotificationRow } from './NotificationRow.tsx'

/** Label of each filter, and the text to show if its list is empty. */
const KINDS: Readonly<Record<ShownKind, readonly [label: string, none: string]>> = {
	unread: ['Unread', 'No unread notifications.'],
	answers: ['Answers', 'Answers to your questions and comments appear here, and your comments marked as helpful.'],
	mentions: ['Mentions', 'Posts that mention you by your username appear here.'],
	watched: [
		'New questions',
		'New questions in categories you watch appear here. Choose categories in your email settings.',
	],
	coaching: ['Coaching', 'New, moved and cancelled coaching sessions appear here.'],
	journals: ['Journals', 'Instructor feedback on your journals appears here.'],
	club: ['Club', 'Pending applications and undelivered emails appear here.'],
}

/** Filters as links, so that Back works and no JavaScript is needed. */
function KindLinks({ show, isAdmin }: { show: ShownKind | undefined; isAdmin: boolean }) {
	const row = useChosenInView<HTMLElement>()
	const kinds = (Object.keys(KINDS) as ShownKind[]).filter((kind) => isAdmin || kind !== 'club')
	return (
		<nav ref={row} className="kind-links" aria-label="Which notifications">
			{[undefined, ...kinds].map((kind) => (
				<a
					key={kind ?? 'all'}
					href={kind ? `/notifications?show=${kind}` : '/notifications'}
					aria-current={kind === show ? 'page' : undefined}
				>
					{kind ? KINDS[kind][0] : 'All'}
				</a>
			))}
		</nav>
	)
}

function NothingYet({ show }: { show: ShownKind | undefined }) {
	return (
		<div className="card mt-4">
			{show ? (
				<EmptyState
					title={show === 'unread' ? 'Nothing unread' : 'No notifications of this kind'}
					action={
						<a className={buttonClass({ variant: 'line' })} href="/notifications">
							Show all notifications
						</a>
					}
				>
					{KINDS[show][1]}
				</EmptyState>
			) : (
				<EmptyState
					title="No notifications yet"
					action={
						<a className={buttonClass()} href="/questions">
							Go to the questions
						</a>
					}
				>
					Answers, mentions, feedback and coaching sessions appear here.
				</EmptyState>
			)}
		</div>
	)
}

type Props = {
	show: ShownKind | undefined
	isAdmin: boolean
	initial: Page<Notification>
}

/** The member's notifications, newest first. Opening a row, or reading its subject, marks it as read. */
export function NotificationList({ show, isAdmin, initial }: Props) {
	const list = useList(listNotificationsQuery(show), { initial })
	const { items, refetch } = list
	const readAll = useMutation(readNotificationsMutation)
	const heading = useRef<HTMLHeadingElement>(null)
	const newest = items[0]?.at
	const hasUnread = items.some(({ isUnread }) => isUnread)
	useEffect(() => {
		// Back may restore the page with stale read marks.
		const refetchIfRestored = ({ persisted }: PageTransitionEvent) => persisted && refetch()
		window.addEventListener('pageshow', refetchIfRestored)
		return () => window.removeEventListener('pageshow', refetchIfRestored)
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
							// The button is removed once everything is read.
							readAll.mutate({ until: newest, show }, { onSuccess: () => heading.current?.focus() })
						}
					>
						{show && show !== 'unread' ? 'Mark these as read' : 'Mark all as read'}
					</Button>
				)}
			</div>
			{(show || items.length > 0) && <KindLinks show={show} isAdmin={isAdmin} />}
			{list.error && <FetchError title="Failed to fetch notifications" error={list.error} onRetry={refetch} />}
			{items.length === 0 && !list.error && <NothingYet show={show} />}
			{/* Aligned with the first line of the links. */}
			<ul className="-mt-px border-b border-rule empty:border-0">
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
			<LoadMore of={list} />
		</>
	)
}
