import { describe, expect, test } from 'vitest'
import { addressKnown, applicationReceived, applicationToReview } from '#src/features/applications/server/mails.ts'
import { WELCOME_STEPS } from '#src/lib/site/welcome-steps.ts'
import { type Mail, renderMail } from '#src/platform/mail/mail.ts'
import { mails } from './mails.ts'

const CLUB = { publicUrl: 'https://club.example', canReply: true }

type Data = { [M in (typeof mails)[number] as M['name']]: Parameters<M['write']>[0] }

test('emails have unique names, since a waiting email is stored under its name', () => {
	expect(new Set(mails.map(({ name }) => name)).size).toBe(mails.length)
})

test('the list includes every email that a feature defines', () => {
	const defined = import.meta.glob<Record<string, Mail>>('/src/features/*/server/mails.ts', { eager: true })
	expect(
		Object.values(defined)
			.flatMap((file) => Object.values(file).map(({ name }) => name))
			.sort(),
	).toEqual(mails.map(({ name }) => name).sort())
})

describe('emails', () => {
	const data: Data = {
		'application-received': { name: 'Dana <b>', token: 'TOKEN' },
		'application-to-review': {
			name: 'Dana <b>',
			email: 'd@example.com',
			phoneNumber: '1',
			membershipGoals: '<script>alert(1)</script>',
			answers: [{ label: 'Bar <b>number</b>', value: '<script>alert(2)</script>' }],
		},
		'application-question': { name: 'Dana <b>', by: 'Ruth <b>', question: 'Where are you <b>admitted</b>?' },
		'application-approved': { name: 'Dana <b>', token: 'TOKEN', message: 'See <b>you</b>', by: 'Ruth <b>' },
		'application-rejected': { name: 'Dana <b>', message: 'Next <b>year</b>', by: 'Ruth <b>' },
		'address-known': { name: 'Dana <b>', standing: 'member' },
		'account-created': { name: 'Dana <b>', email: 'd@example.com', password: 'a&b<c' },
		'account-deactivated': { name: 'Dana <b>' },
		'account-suspended': { name: 'Dana <b>', until: 'December 5th, 2026 at 2:30 PM UTC', reason: 'Rude <b>' },
		'dues-notice': {
			...{ kind: 'before30', day: '2027-03-14', name: 'Dana <b>', covered: 'paid', amount: '$490.00' },
			...{ isOver: false, byCard: false, instructions: 'Checks to 12 Court Street.' },
		},
		'dues-price': { before: '$49 a month', after: '$59 a month' },
		'dues-receipt': {
			...{ name: 'Dana <b>', paymentId: 'p1', amount: '$500.00', day: '2027-03-14', paidUntil: '2028-03-13' },
			credit: '$10.00',
		},
		'account-reactivated': { name: 'Dana <b>' },
		'password-changed': { name: 'Dana <b>', at: Date.UTC(2026, 10, 21, 9, 30) },
		'security-changed': { name: 'Dana <b>', event: 'passkey-added', passkey: 'Phone <b>', at: Date.UTC(2026, 10, 21) },
		'factor-reset-requested': { name: 'Dana <b>', by: 'Ruth <b>', token: 'TOKEN' },
		'no-password-reset': { name: 'Dana <b>', barred: 'deactivated' },
		'password-reset': { name: 'Dana <b>', token: 'TOKEN' },
		'password-link': { name: 'Dana <b>', by: 'Ruth <b>', token: 'TOKEN' },
		invitation: {
			...{ name: 'Dana <b>', by: 'Ruth <b>', token: 'TOKEN', isReminder: true },
			words: { subject: 'Come <b>', opening: 'We moved <b>.', closing: 'See you <b>.' },
		},
		'invitation-test': { name: 'Ruth <b>', by: 'Ruth <b>' },
		welcome: { name: 'Dana <b>' },
		'new-device': { name: 'Dana <b>', device: 'Firefox on <b>', at: Date.UTC(2026, 10, 21, 9, 30), token: 'TOKEN' },
		'address-confirmation': { name: 'Dana <b>', token: 'TOKEN' },
		'address-change': { name: 'Dana <b>', token: 'TOKEN' },
		'address-taken': {},
		'address-changed': { name: 'Dana <b>', email: 'd@example.com', token: 'TOKEN', at: Date.UTC(2026, 10, 21, 9, 30) },
		'account-leaving': { name: 'Dana <b>', until: Date.UTC(2026, 10, 28, 9, 30), token: 'TOKEN' },
		'test-mail': { name: 'Dana <b>' },
		'mail-proof': { name: 'Dana <b>', token: 'TOKEN' },
	}
	test.each(mails)('$name has a subject, and plain text and HTML with the same content', (mail) => {
		const { subject, text, html } = renderMail(mail as Mail, data[mail.name] as never, CLUB)
		expect(subject).toMatch(/^[A-Z].{5,70}$/)
		expect(text).toContain(subject)
		expect(html).not.toMatch(/<b>|<script>|undefined|\bhttp:/)
		expect(text).not.toMatch(/undefined|<p|&amp;/)
		for (const [, href] of html.matchAll(/href="([^"]+)"/g)) expect(href).toMatch(/^https:\/\/club\.example/)
		for (const line of text.split('\n').filter((part) => part.startsWith('https://'))) expect(html).toContain(line)
		expect(`${subject} ${text}`).not.toContain('!')
	})

	test('link a signed-out admin to the sign-in page, since an admin screen would redirect to the home page', () => {
		const mail = renderMail(applicationToReview, data['application-to-review'], CLUB)
		expect(mail.text).toContain('https://club.example/auth?next=/admin/applications\n')
	})

	test('invite a reply only if the mailbox is read', () => {
		const countReplyInvitations = (canReply: boolean) =>
			[
				...mails.map((mail) => renderMail(mail as Mail, data[mail.name] as never, { ...CLUB, canReply })),
				...(['pending', 'other'] as const).map((standing) =>
					renderMail(addressKnown, { name: 'Dana', standing }, { ...CLUB, canReply }),
				),
			].filter(({ text, html }) => /answer this|reply|write (back )?to us/i.test(text + html)).length
		expect(countReplyInvitations(false)).toBe(0)
		expect(countReplyInvitations(true)).toBe(10)
	})

	test('welcome a new member with the four first steps, however they joined', () => {
		for (const mail of mails.filter(({ name }) => /^(application-approved|account-created|welcome)$/.test(name))) {
			const { text } = renderMail(mail as Mail, data[mail.name] as never, CLUB)
			for (const { title, href } of WELCOME_STEPS) expect(text).toContain(`${title}:\nhttps://club.example${href}`)
		}
	})

	test('do not repeat a name that is a link', () => {
		for (const name of ['Win at www.evil.example', 'https://evil.example', 'evil.example/x', 'Click evil.com now'])
			expect(renderMail(applicationReceived, { name }, CLUB).text).not.toContain(name)
		expect(renderMail(applicationReceived, { name: 'Dana St. Claire' }, CLUB).text).toContain('Hello Dana St. Claire,')
	})
})
