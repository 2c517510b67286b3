import type { Page } from 'playwright/test'
import { mails } from '#src/app/mails.ts'
import { addressKnown } from '#src/features/applications/server/mails.ts'
import { duesNotice } from '#src/features/dues/server/mails.ts'
import { CSRF_HEADER } from '#src/lib/api/csrf.ts'
import { compose } from '#src/platform/mail/compose.ts'
import { type Mail, renderMail } from '#src/platform/mail/mail.ts'
import { expect } from '../support/fixtures.ts'
import type { Screen } from '../support/screens/screen.ts'
import { type OwnServer, startServer } from '../support/server.ts'

const CLUB = 'https://club.example'
const name = 'Dana Whitfield'

type Data = { [M in (typeof mails)[number] as M['name']]: Parameters<M['write']>[0] }

const data: Data = {
	'application-received': { name, token: 'c.iBqf0pnhYtsnL0Zc1ad9sHcLEqRfZkG5T8sJ1uFv7Xw' },
	'application-to-review': {
		name,
		email: 'dana@example.com',
		phoneNumber: '+1 555 010 2030',
		firmName: 'Whitfield Law',
		yearsOfExperience: '3-5',
		membershipGoals: 'A colleague to ask before I file.\nAnd somebody who notices when I work too much.',
	},
	'application-question': { name, by: 'Ruth Adeyemi', question: 'Are you admitted in New York yet?' },
	'application-approved': { name, token: 'TOKEN', message: 'See you on Tuesday.', by: 'Ruth Adeyemi' },
	'application-rejected': { name, message: 'Apply again once you are on your own.', by: 'Ruth Adeyemi' },
	'address-known': { name, standing: 'member' },
	'account-deactivated': { name },
	'account-suspended': { name, until: 'December 5th, 2026 at 2:30 PM UTC', reason: 'Insults in two discussions.' },
	'dues-notice': {
		...{ kind: 'before30', day: '2027-03-14', name, covered: 'paid', amount: '$490.00' },
		...{ isOver: false, byCard: false, instructions: 'Checks to 12 Court Street.' },
	},
	'dues-price': { before: '$49 a month', after: '$59 a month' },
	'dues-receipt': {
		name: 'Dana Whitfield',
		paymentId: 'p1',
		amount: '$490.00',
		day: '2027-03-14',
		paidUntil: '2028-03-13',
	},
	'account-reactivated': { name },
	'no-password-reset': { name, barred: 'deactivated' },
	'account-created': { name, email: 'dana@example.com', password: 'a first password' },
	'password-changed': { name, at: Date.UTC(2026, 10, 21, 9, 30) },
	'security-changed': { name, event: 'passkey-added', passkey: 'Phone', at: Date.UTC(2026, 10, 21, 9, 30) },
	'factor-reset-requested': { name, by: 'Ruth Adeyemi', token: 'iBqf0pnhYtsnL0Zc1ad9sHcLEqRfZkG5T8sJ1uFv7Xw' },
	'password-link': { name, by: 'Ruth Adeyemi', token: 'iBqf0pnhYtsnL0Zc1ad9sHcLEqRfZkG5T8sJ1uFv7Xw' },
	invitation: { name, by: 'Ruth Adeyemi', token: 'iBqf0pnhYtsnL0Zc1ad9sHcLEqRfZkG5T8sJ1uFv7Xw' },
	'invitation-test': {
		...{ name, by: 'Ruth Adeyemi' },
		words: {
			subject: 'Our circle has moved',
			opening: 'From Monday on we meet at Second Chair. Your courses are there already.',
			closing: 'I am glad to see you there. Ruth',
		},
	},
	'new-device': { name, device: 'Firefox on Windows', at: Date.UTC(2026, 10, 21, 9, 30), token: 'TOKEN' },
	'address-confirmation': { name, token: 'c.iBqf0pnhYtsnL0Zc1ad9sHcLEqRfZkG5T8sJ1uFv7Xw' },
	'address-change': { name, token: 'n.iBqf0pnhYtsnL0Zc1ad9sHcLEqRfZkG5T8sJ1uFv7Xw' },
	'address-taken': {},
	'address-changed': { name, email: 'dana@example.com', token: 'u.TOKEN', at: Date.UTC(2026, 10, 21, 9, 30) },
	'account-leaving': { name, until: Date.UTC(2026, 10, 28, 9, 30), token: 'TOKEN' },
	welcome: { name },
	'test-mail': { name },
	'mail-proof': { name, token: 'k3xu2a.iBqf0pnhYtsnL0Zc1ad9sHcLEqRfZkG5T8sJ1uFv7Xw' },
	'password-reset': { name, token: 'iBqf0pnhYtsnL0Zc1ad9sHcLEqRfZkG5T8sJ1uFv7Xw' },
}

/** Returns an email as a mail client shows it: its HTML alone, in light and dark. */
const mail = (title: string, html: string): Screen => ({
	name: `mail-${title}`,
	path: `/a-mail/${title}`,
	sleeps: true,
	async prepare(page) {
		await page.route('**/a-mail/*', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }))
	},
})

const MAIL_CONTEXT = { publicUrl: CLUB, canReply: true }

const html = (kind: (typeof mails)[number]) => renderMail(kind as Mail, data[kind.name] as never, MAIL_CONTEXT).html

/** Reads the development mail page once, from a separate server without a mail server. */
async function readDevMail(): Promise<Record<string, string>> {
	const server = await startServer({ SEED_DEMO: 'true' })
	try {
		const read = async (path: string) => (await fetch(`${server.url}${path}`)).text()
		const empty = await read('/dev/mail')
		for (const email of ['member@secondchair.example', 'admin@secondchair.example']) await requestReset(server, email)
		await expect.poll(async () => (await read('/dev/mail')).split('Set a new password').length).toBe(3)
		const list = await read('/dev/mail')
		const one = await read(/\/dev\/mail\/[\w-]+/.exec(list)?.[0] ?? '')
		return { empty, list, one }
	} finally {
		await server.stop()
	}
}

async function requestReset({ url }: OwnServer, email: string): Promise<void> {
	const token = await fetch(`${url}/api/csrf-token`)
	const cookie = token.headers.getSetCookie().map((one) => one.split(';')[0])
	const { csrfToken } = (await token.json()) as { csrfToken: string }
	const headers = {
		'Content-Type': 'application/json',
		Origin: url,
		Cookie: cookie.join('; '),
		[CSRF_HEADER]: csrfToken,
	}
	const reply = await fetch(`${url}/api/password-reset`, { method: 'POST', headers, body: JSON.stringify({ email }) })
	expect(reply.status, await reply.text()).toBe(204)
}

let pages: Promise<Record<string, string>> | undefined

const devMail = (title: string, key: string): Screen => ({
	name: `dev-mail-${title}`,
	path: `/dev/mail/${key}`,
	sleeps: true,
	async prepare(page: Page) {
		pages ??= readDevMail()
		const body = (await pages)[key] ?? ''
		await page.route(`**/dev/mail/${key}`, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }))
	},
})

export const mailScreens: readonly Screen[] = [
	...mails.map((kind) => mail(kind.name, html(kind))),
	mail('address-known-pending', renderMail(addressKnown, { name, standing: 'pending' }, MAIL_CONTEXT).html),
	mail(
		'dues-notice-lapsed',
		renderMail(duesNotice, { ...data['dues-notice'], kind: 'after14', isOver: true }, MAIL_CONTEXT).html,
	),
	mail(
		'dues-notice-card',
		renderMail(
			duesNotice,
			{ ...data['dues-notice'], kind: 'after3', payBy: '2027-03-28', byCard: true, instructions: '' },
			MAIL_CONTEXT,
		).html,
	),
	mail('address-known-other', renderMail(addressKnown, { name, standing: 'other' }, MAIL_CONTEXT).html),
	mail(
		'with-a-way-out',
		compose(
			'1 new comment: How do you price a first consultation?',
			[
				{ kind: 'text', text: 'Hello Dana Whitfield,' },
				{ kind: 'text', text: 'There is 1 new comment on “How do you price a first consultation?”.' },
				{ kind: 'quote', by: 'Tomas Keller', text: 'Flat fee, credited against the retainer if they hire me.' },
				{ kind: 'button', label: 'Read and answer', href: `${CLUB}/questions/0a1b2c3d` },
			],
			CLUB,
			{
				label: 'Stop emails about this question',
				href: `${CLUB}/unsubscribe/a-token`,
				postalAddress: '12 Court Street\nAustin, TX 78701',
			},
		).html,
	),
	devMail('empty', 'empty'),
	devMail('list', 'list'),
	devMail('one', 'one'),
]
