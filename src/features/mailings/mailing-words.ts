import type { Tone } from '#src/components/ui/styles.ts'
import type { MailingRow } from './contract.ts'

type State = MailingRow['state']

/** What a state is called, and how it is marked. */
export const stateWords: Readonly<Record<State, readonly [label: string, tone: Tone]>> = {
	draft: ['Draft', 'neutral'],
	scheduled: ['Scheduled', 'brass'],
	sending: ['On its way', 'brass'],
	stopped: ['Stopped', 'error'],
	sent: ['Sent', 'done'],
	cancelled: ['Cancelled', 'neutral'],
}

const figure = (count: number) => count.toLocaleString('en-US')

/** `1 member`, `4,120 members` */
export const membersText = (count: number): string => `${figure(count)} ${count === 1 ? 'member' : 'members'}`

/** Whom a mail goes to. */
export const audienceText = ({ audience, courseTitle }: Pick<MailingRow, 'audience' | 'courseTitle'>): string => {
	if (audience === 'all') return 'All members'
	return courseTitle === null ? 'A course that is not there any more' : `Enrolled in ${courseTitle}`
}

/** How many of a mail that was begun have not left and were not given up. */
export const waitingOf = ({ state, expected, sent, failed, leftOut }: MailingRow): number =>
	state === 'sending' || state === 'stopped' ? Math.max(0, expected - sent - failed - leftOut) : 0

/** How far a mail has come, in a few words; empty for one that nobody was sent. */
export function progressText(mailing: MailingRow): string {
	if (mailing.state === 'draft' || mailing.state === 'scheduled') return ''
	const parts = [`${figure(mailing.sent)} left`]
	if (mailing.failed > 0) parts.push(`${figure(mailing.failed)} failed`)
	const waiting = waitingOf(mailing)
	if (waiting > 0) parts.push(`${figure(waiting)} waiting`)
	return parts.join(', ')
}
