import type { Tone } from '#src/components/ui/styles.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import type { AudienceName, MailingRow } from './contract.ts'

type State = MailingRow['state']

/** What a state is called, and how it is marked. */
export const stateLabels: Readonly<Record<State, readonly [label: string, tone: Tone]>> = {
	draft: ['Draft', 'neutral'],
	scheduled: ['Scheduled', 'brass'],
	sending: ['On its way', 'brass'],
	stopped: ['Stopped', 'error'],
	sent: ['Sent', 'done'],
	cancelled: ['Cancelled', 'neutral'],
}

/** `1 member`, `4,120 members` */
export const membersText = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'member' : 'members'}`

/** Audiences that are no course. */
export const audienceNames: Readonly<Record<Exclude<AudienceName, 'course'>, string>> = {
	all: 'All members',
	unseen30: 'Members not seen for 30 days',
	unseen60: 'Members not seen for 60 days',
	unseen90: 'Members not seen for 90 days',
}

/** Whom a mail goes to. */
export const audienceText = ({ audience, courseTitle }: Pick<MailingRow, 'audience' | 'courseTitle'>): string => {
	if (audience !== 'course') return audienceNames[audience]
	return courseTitle === null ? 'A course that is not there any more' : `Enrolled in ${courseTitle}`
}

/** Why a mail that was scheduled did not begin, in `lastError`. */
export const AUTHOR_GONE = 'Who scheduled it is no admin any more'
/** Why one stopped on its way. */
export const SENDER_GONE = 'Who sent it is no admin any more'

/** How many it was for that neither have it nor were given up or left out. */
export const unsentOf = ({ expected, sent, failed, leftOut }: MailingRow): number =>
	Math.max(0, expected - sent - failed - leftOut)

/** How many of a mail that was begun have not left and were not given up. */
export const waitingOf = (mailing: MailingRow): number =>
	mailing.state === 'sending' || mailing.state === 'stopped' ? unsentOf(mailing) : 0

/** How far a mail has come, in a few words; empty for one that nobody was sent. */
export function progressText(mailing: MailingRow): string {
	if (mailing.state === 'draft' || mailing.state === 'scheduled') return ''
	const parts = [`${formatNumber(mailing.sent)} sent`]
	if (mailing.failed > 0) parts.push(`${formatNumber(mailing.failed)} failed`)
	const waiting = waitingOf(mailing)
	if (waiting > 0) parts.push(`${formatNumber(waiting)} waiting`)
	const { state, lastError } = mailing
	if (state === 'stopped' && (lastError === AUTHOR_GONE || lastError === SENDER_GONE))
		parts.push(lastError.toLowerCase())
	return parts.join(', ')
}
