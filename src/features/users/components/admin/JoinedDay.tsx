import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { formatDay } from '#src/lib/dates/dates.ts'

/** Since when somebody is a member: a day of an imported list, the same in every zone, or when the account was made. */
export const JoinedDay = ({ joinedAt, createdAt }: { joinedAt: string | null; createdAt: string }) =>
	joinedAt === null ? (
		<LocalTime when={createdAt} as="day" />
	) : (
		<time dateTime={joinedAt.slice(0, 10)}>{formatDay(joinedAt, { zone: 'utc' })}</time>
	)
