import type { Tone } from '#src/components/ui/styles.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import type { AudienceName, MailingRow } from './contract.ts'

type State = MailingRow['state']

export const stateLabels: Readonly<Record<State, readonly [label: string, tone: Tone]>> = {
	draft: ['Draft', 'neutral'],
	scheduled: ['Scheduled', 'brass'],
	sending: ['Sending', 'brass'],
	stopped: ['Stopped', 'error'],
	sent: ['Sent', 'done'],
	cancelled: ['Cancelled', 'neutral'],
}

/** `1 member`, `4,120 members` */
export const membersText = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'member' : 'members'}`

export const audienceNames: Readonly<Record<Exclude<AudienceName, 'course'>, string>> = {
	all: 'All members',
	invited: 'Invited, not joined yet',
	unseen30: 'Members inactive for 30 days',
	unseen60: 'Members inactive for 60 days',
	unseen90: 'Members inactive for 90 days',
}

export const audienceText = ({ audience, courseTitle }: Pick<MailingRow, 'audience' | 'courseTitle'>): string => {
	if (audience !== 'course') return audienceNames[audience]
	return courseTitle === null ? 'A deleted course' : `Enrolled in ${courseTitle}`
}

/** `lastError` of a scheduled mailing that did not start. */
export const AUTHOR_GONE = 'The sender who scheduled it is no longer an admin'
/** `lastError` of a mailing that was stopped while it was being sent. */
export const SENDER_GONE = 'The sender is no longer an admin'

export const unsentOf = ({ expected, sent, failed, leftOut }: MailingRow): number =>
	Math.max(0, expected - sent - failed - leftOut)

export const waitingOf = (mailing: MailingRow): number =>
	mailing.state === 'sending' || mailing.state === 'stopped' ? unsentOf(mailing) : 0

/** Returns the progress of a mailing as text; empty for a draft or a scheduled one. */
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
