import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { formatDay } from '#src/lib/dates/dates.ts'

/**
 * The day a person joined: the date in an imported list, which is the same in every zone, or the account's creation.
 */
export const JoinedDay = ({ joinedAt, createdAt }: { joinedAt: string | null; createdAt: string }) =>
	joinedAt === null ? (
		<LocalTime when={createdAt} as="day" />
	) : (
		<time dateTime={joinedAt.slice(0, 10)}>{formatDay(joinedAt, { zone: 'utc' })}</time>
	)
