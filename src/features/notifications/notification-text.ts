import { isolate } from '#src/lib/direction.ts'
import { MAX_NEWS, type Notification } from './notification-contract.ts'

export interface Sentence {
	before: string
	title: string
	after: string
}

/** Formats a count that may have stopped at the limit. */
const countText = (count: number, one: string, more: string) =>
	count === 1 ? `1 ${one}` : `${count}${count >= MAX_NEWS ? ' or more' : ''} ${more}`

/** Joins names: `Ann`, `Ann and Ben`, `Ann, Ben and 3 others`. */
function people(names: readonly string[]): string {
	const [first = 'Someone', second] = names.map(isolate)
	if (second === undefined) return first
	if (names.length === 2) return `${first} and ${second}`
	return `${first}, ${second} and ${countText(names.length - 2, 'other', 'others')}`
}

const quoted = (before: string, title: string, after = ''): Sentence => ({
	before,
	title: `“${isolate(title)}”`,
	after,
})

const SESSION = {
	planned: 'New coaching session:',
	moved: 'Coaching session moved:',
	cancelled: 'Cancelled:',
} as const

const plain = (before: string): Sentence => ({ before, title: '', after: '' })

const REPORTS = {
	kept: (title: string) => quoted('We looked at your report. The post stays in', title),
	hidden: () => plain('Thank you for your report. We hid the post'),
	deleted: () => plain('Thank you for your report. The post is deleted'),
} as const

export function partsOf({ kind, title, actors, count, isOwn, change, outcome }: Notification): Sentence {
	const more = count > 1 ? `: ${countText(count, 'comment', 'new comments')}` : ''
	switch (kind) {
		case 'answer':
			return quoted(`${people(actors)} ${isOwn ? 'answered your question' : 'commented on'}`, title, more)
		case 'mention':
			return quoted(`${people(actors)} mentioned you in`, title)
		case 'reply':
			return quoted(`${people(actors)} replied to you in`, title)
		case 'instructor':
			return quoted(`${people(actors)} commented in`, title)
		case 'helpful':
			return quoted('Your comment was marked as helpful in', title)
		case 'feedback':
			return quoted('An instructor answered your journal in', title)
		case 'session':
			return quoted(SESSION[change ?? 'planned'], title)
		case 'question':
			return count === 1
				? quoted(`${people(actors)} asked`, title)
				: quoted(`${countText(count, 'new question', 'new questions')} in`, title)
		case 'offer':
			return quoted('Can you answer?', title)
		case 'hidden':
			return quoted(
				outcome === 'hidden' ? 'Your post is hidden from members in' : 'Your post is visible again in',
				title,
			)
		case 'report':
			return REPORTS[outcome ?? 'kept'](title)
		case 'applications':
			return plain(`${countText(count, 'application waits', 'applications wait')} for a decision`)
		case 'mail':
			return plain(`${countText(count, 'email', 'emails')} could not be delivered`)
	}
}

export function sentenceOf(notification: Notification): string {
	const { before, title, after } = partsOf(notification)
	return [before, title].filter(Boolean).join(' ') + after
}
