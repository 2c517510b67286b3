import { expect, test } from 'vitest'
import { renderMail } from '#src/platform/mail/mail.ts'
import { duesNotice, priceChanged } from './mails.ts'

const CLUB = { publicUrl: 'https://club.example', canReply: true }
type Data = Parameters<(typeof duesNotice)['write']>[0]
const paid: Data = {
	...{ kind: 'before30', day: '2027-03-14', name: 'Dana', covered: 'paid', amount: '$490.00' },
	...{ isOver: false, byCard: false, instructions: '' },
}
const late = { payBy: '2027-03-28' }

test.each<[Partial<Data>, string]>([
	[{}, 'Your membership is paid until March 14, 2027'],
	[{ kind: 'before7' }, 'Your payment is due by March 14, 2027'],
	[{ kind: 'onDay' }, 'Your payment is due today'],
	// The job ran late.
	[{ kind: 'onDay', ...late }, 'Your payment is due'],
	[{ kind: 'after3', ...late }, 'Your payment is due'],
	[{ kind: 'after3', byCard: true, ...late }, 'We could not charge your card'],
	[{ kind: 'after14', ...late }, 'Your membership lapses after today'],
	[{ kind: 'after14', isOver: true }, 'Your membership has lapsed'],
	[{ kind: 'before7', covered: 'trial' }, 'Your trial lasts until March 14, 2027'],
	[{ kind: 'onDay', covered: 'nothing' }, 'Your first payment is due'],
	[{ kind: 'renewal', byCard: true }, 'Your membership renews on March 15, 2027'],
	[{ kind: 'trialEnd', covered: 'trial', byCard: true }, 'Your trial ends on March 14, 2027'],
])('a notice with %o has the subject %s', (data, subject) => {
	expect(renderMail(duesNotice, { ...paid, ...data }, CLUB).subject).toBe(subject)
})

test('a member without a plan is not asked to pay', () => {
	const { amount: _, ...data } = paid
	const { subject, text } = renderMail(duesNotice, { ...data, kind: 'before7' }, CLUB)
	expect(subject).toBe('Your membership is paid until March 14, 2027')
	expect(text).toContain('Choose a plan')
})

test('the email about a new price states the price, and how to cancel the membership instead', () => {
	const { text } = renderMail(priceChanged, { before: '$49 a month', after: '$59 a month' }, CLUB)
	expect(text).toContain('changes from $49 a month to $59 a month.')
	expect(text).toContain('press “Cancel membership”')
})
