import nodemailer from 'nodemailer'
import { expect, test } from 'vitest'
import { readMail } from './read.ts'

test.each([
	'plain text',
	'Grüße, “quoted”, and a line that is far longer than the seventy-six characters a line may have = so',
	'http://club.example/reset-password#aB3=_-x',
])('parses an email with %s', async (text) => {
	const transport = nodemailer.createTransport({ streamTransport: true, buffer: true })
	const html = `<!doctype html><html><body><p>${text}</p></body></html>`
	const { message } = await transport.sendMail({
		from: 'a@club.example',
		to: 'b@club.example',
		subject: 'Your account',
		text,
		html,
	})
	const mail = await readMail(String(message))
	expect(mail).toMatchObject({ subject: 'Your account', to: 'b@club.example', text, html })
})
