import { describe, expect, test } from 'vitest'
import { type MailData, mailTemplates, renderMail } from '#src/server/mail/templates.ts'

describe('what they say', () => {
	const data: MailData = {
		'application-received': { name: 'Dana <b>' },
		'application-to-review': {
			name: 'Dana <b>',
			email: 'd@example.com',
			phoneNumber: '1',
			membershipGoals: '<script>alert(1)</script>',
		},
		'application-approved': { name: 'Dana <b>' },
		'application-rejected': { name: 'Dana <b>' },
		'address-known': { name: 'Dana <b>', standing: 'member' },
		'account-created': { name: 'Dana <b>', email: 'd@example.com', password: 'a&b<c' },
		'password-changed': { name: 'Dana <b>', at: Date.UTC(2026, 10, 21, 9, 30) },
		'password-reset': { name: 'Dana <b>', token: 'TOKEN' },
	}
	test.each(mailTemplates)('%s has a subject, a text and an HTML part that say the same', (template) => {
		const { subject, text, html } = renderMail(template, data[template] as never, 'https://club.example')
		expect(subject).toMatch(/^[A-Z].{5,70}$/)
		expect(text).toContain(subject)
		expect(html).not.toMatch(/<b>|<script>|undefined|\bhttp:/)
		expect(text).not.toMatch(/undefined|<p|&amp;/)
		for (const [, href] of html.matchAll(/href="([^"]+)"/g)) expect(href).toMatch(/^https:\/\/club\.example/)
		for (const line of text.split('\n').filter((part) => part.startsWith('https://'))) expect(html).toContain(line)
		expect(`${subject} ${text}`).not.toContain('!')
	})

	test('a name that is a link is not repeated', () => {
		for (const name of ['Win at www.evil.example', 'https://evil.example', 'evil.example/x', 'Click evil.com now'])
			expect(renderMail('application-received', { name }, 'https://club.example').text).not.toContain(name)
		expect(renderMail('application-received', { name: 'Dana St. Claire' }, 'https://club.example').text).toContain(
			'Hello Dana St. Claire,',
		)
	})
})
