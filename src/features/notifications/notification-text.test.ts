import { expect, test } from 'vitest'
import type { Notification } from './notification-contract.ts'
import { sentenceOf } from './notification-text.ts'

const base: Notification = {
	id: 'x',
	kind: 'answer',
	title: 'Fees',
	actors: ['Ann'],
	count: 1,
	isOwn: true,
	change: null,
	outcome: null,
	scheduledAt: null,
	timeZone: null,
	href: '/questions/x',
	at: '2026-11-22T00:00:00.000Z',
	isUnread: true,
}

test.each<[Partial<Notification>, string]>([
	[{}, 'Ann answered your question “Fees”'],
	[{ actors: ['Ann', 'Ben'], count: 2 }, 'Ann and Ben answered your question “Fees”: 2 new comments'],
	[
		{ actors: ['Ann', 'Ben', 'Cleo'], count: 3, isOwn: false },
		'Ann, Ben and 1 other commented on “Fees”: 3 new comments',
	],
	[
		{ actors: ['Ann', 'Ben', 'C', 'D'], count: 20 },
		'Ann, Ben and 2 others answered your question “Fees”: 20 or more new comments',
	],
	[{ kind: 'helpful', actors: [] }, 'Your comment was marked as helpful in “Fees”'],
	[{ kind: 'mention' }, 'Ann mentioned you in “Fees”'],
	[{ kind: 'offer', actors: [], title: 'Who knows?' }, 'Can you answer? “Who knows?”'],
	[{ kind: 'question', title: 'Who knows?' }, 'Ann asked “Who knows?”'],
	[{ kind: 'question', title: 'Family law', count: 4 }, '4 new questions in “Family law”'],
	[{ kind: 'applications', count: 20, title: '' }, '20 or more applications wait for a decision'],
	[{ kind: 'mail', count: 2, title: '' }, '2 emails could not be delivered'],
])('describes %j as “%s”', (overrides, sentence) => {
	expect(sentenceOf({ ...base, ...overrides })).toBe(sentence)
})
