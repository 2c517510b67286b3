import { useOwnZone } from '#src/lib/dates/use-own-zone.ts'
import type { Session } from '../contract.ts'
import { greetingAt, sessionsAhead, shortName } from '../greeting.ts'
import { useNow } from './use-now.ts'

type Props = {
	name: string
	/** New answers as text: `4 new answers`; undefined if there are none. */
	answers?: string | undefined
	sessions: readonly Pick<Session, 'scheduledAt' | 'durationMinutes' | 'timeZone'>[]
	/** Sentence for when there are neither new answers nor sessions ahead. */
	otherwise: string
	/** When the server rendered the page, so hydration matches. */
	now: number
}

/** One line: a greeting for the time of day, and what is new for the member. Both follow the clock. */
export function Greeting({ name, answers, sessions, otherwise, now: renderedAt }: Props) {
	const now = useNow(sessions, renderedAt)
	const zone = useOwnZone()
	const upcomingText = sessionsAhead(sessions, now, zone)
	return (
		<p className="greeting">
			<span>{greetingAt(now, zone)}, </span>
			<bdi>{shortName(name)}</bdi>
			<span>. </span>
			{answers && (
				<a className="link" href="/notifications?show=answers">
					{answers}
				</a>
			)}
			{answers && upcomingText && <span>, </span>}
			{upcomingText && (
				<a className="link" href="/coaching">
					{upcomingText}
				</a>
			)}
			{answers || upcomingText ? <span>.</span> : <span>{otherwise}</span>}
		</p>
	)
}
