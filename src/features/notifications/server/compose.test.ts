import { expect, test } from 'vitest'
import { composeNotice } from '#src/features/notifications/server/compose.ts'

test('escapes header and markup characters that members type', () => {
	const mail = composeNotice({
		to: 'a@example.com',
		name: 'A\r\nBcc: b@example.com',
		subject: 'Hello\r\nBcc: b@example.com',
		blocks: [
			{ kind: 'quote', by: '<b>', text: '<script>alert(1)</script>' },
			{ kind: 'button', label: 'Read', href: 'https://club.example/?a=1&b="' },
		],
		unsubscribe: { token: 't', what: 'mails' },
	})
	expect(mail.subject).toBe('Hello Bcc: b@example.com')
	expect(mail.html).not.toMatch(/<script>|<b>|Bcc: b@example\.com\r?\n/)
	expect(mail.text.split('\n')).not.toContain('Bcc: b@example.com')
	expect(mail.html).toContain('&lt;script&gt;')
	expect(mail.html).toContain('href="https://club.example/?a=1&amp;b=&quot;"')
})
