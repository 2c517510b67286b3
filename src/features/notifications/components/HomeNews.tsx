import type { Notification } from '../notification-contract.ts'
import { noteRead } from '../queries.ts'
import { NotificationRow } from './NotificationRow.tsx'

export function HomeNews({ news }: { news: readonly Notification[] }) {
	return (
		<ul className="border-b border-rule">
			{news.map((notification) => (
				<NotificationRow
					key={notification.id}
					notification={notification}
					isBrief
					onOpen={() => void noteRead(notification.id, notification.at)}
				/>
			))}
		</ul>
	)
}
