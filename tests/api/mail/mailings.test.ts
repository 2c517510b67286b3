import { describe, expect, test, vi } from 'vitest'
import { createSession, type Session } from '#src/features/coaching/contract.ts'
import { deleteCourse } from '#src/features/courses/contract.ts'
import {
	cancelMailing,
	createMailing,
	deleteMailing,
	listMailings,
	type Mailing,
	type MailingRow,
	previewMailing,
	testMailing,
	updateMailing,
} from '#src/features/mailings/contract.ts'
import { runMailings } from '#src/features/mailings/server/mailing-job.ts'
import { NO_MAIL } from '#src/lib/forms/no-mail.ts'
import * as settings from '#src/platform/env/env.ts'
import { callApi } from '#tests/support/api/api.ts'
import { makeCourse } from '#tests/support/courses/courses.ts'
import { writtenMails } from '#tests/support/mail.ts'
import {
	actionsOf,
	admin,
	adminEmail,
	fakeMailServer,
	MAILING,
	makeDraft,
	read,
	send,
	setUpMailings,
} from '#tests/support/mailings.ts'

setUpMailings()

describe('a draft', () => {
	test('starts empty, or with the text of a course or session', async () => {
		const begin = async (body: object) => {
			const reply = await callApi(createMailing, { as: admin, body })
			expect(reply.status, reply.text).toBe(201)
			return reply.json as Mailing
		}
		expect(await begin({})).toMatchObject({ subject: '', content: '', audience: 'all', state: 'draft' })
		const course = await makeCourse(admin, { title: 'Fees & <trust>' })
		const ofCourse = await begin({ start: 'course', subjectId: course.id })
		expect(ofCourse.subject).toBe('New course: Fees & <trust>')
		expect(ofCourse.content).toContain('<strong>Fees &amp; &lt;trust&gt;</strong>')
		expect(ofCourse.content).toContain(`<a href="/courses/${course.id}">`)
		const body = {
			...{ title: 'Raising fees', scheduledAt: '2090-01-05T18:00:00Z', zoomLink: 'https://zoom.example/1' },
			timeZone: 'America/New_York',
		}
		const session = (await callApi(createSession, { as: admin, body })).json as Session
		const ofSession = await begin({ start: 'session', subjectId: session.id })
		expect(ofSession.subject).toBe('New session: Raising fees')
		expect(ofSession.content).toContain('January 5th, 2090 at 1:00 PM ET')
		// Emails get forwarded, and the link admits anyone to the meeting.
		expect(ofSession.content).not.toContain('zoom.example')
		expect((await begin({ start: 'movedSession', subjectId: session.id })).subject).toBe('Moved: Raising fees')
	})

	test.each([
		[{ start: 'course', subjectId: 'nobody' }],
		[{ start: 'session', subjectId: 'nobody' }],
		[{ start: 'session' }],
	])('does not start from missing content: %j', async (body) => {
		const reply = await callApi(createMailing, { as: admin, body })
		expect([reply.status, reply.text]).toEqual([400, 'Choose what it is about'])
	})

	test('keeps content that an email can have, and removes scripts, external content and styles', async () => {
		const { content } = await makeDraft(admin, {
			content:
				'<h2>Head</h2><p onclick="x()" style="position:fixed">Hi <a href="javascript:x()" target="_blank">there</a> <a href="/coaching">us</a></p><script>x()</script>',
		})
		expect(content).toBe('<h3>Head</h3><p>Hi <a>there</a> <a href="/coaching">us</a></p>')
	})

	test('turns a callout into a block quote', async () => {
		const { content } = await makeDraft(admin, {
			content: '<section data-callout="warning"><p>Bring the file</p></section><section><p>Or not</p></section>',
		})
		expect(content).toBe('<blockquote><p>Bring the file</p></blockquote><p>Or not</p>')
	})

	test.each([
		['<p>See</p><img src="https://x.example/a.png" />', 'Emails cannot contain pictures or videos'],
		['<p> </p><p>&nbsp;</p>', 'Write something to your members'],
	])('is rejected with %s and the reason', async (content, sentence) => {
		const { id } = await makeDraft(admin)
		const body = { ...MAILING, content, audience: 'all' }
		const reply = await callApi(updateMailing, { as: admin, params: { id }, body })
		expect(reply.status).toBe(400)
		expect(reply.text).toContain(sentence)
		expect((await read(admin, id)).content).toBe(MAILING.content)
	})

	test('requires an existing course', async () => {
		const { id } = await makeDraft(admin)
		const put = (body: object) =>
			callApi(updateMailing, { as: admin, params: { id }, body: { ...MAILING, audience: 'course', ...body } })
		expect(await put({})).toMatchObject({ status: 400, text: 'Choose a course' })
		expect(await put({ courseId: 'nobody' })).toMatchObject({ status: 400, text: 'Choose a course' })
		const course = await makeCourse(admin, { title: 'Trust accounting' })
		expect((await put({ courseId: course.id })).json).toMatchObject({ courseTitle: 'Trust accounting' })
	})

	test('is deleted with an audit entry; a sent one is kept', async () => {
		const draft = await makeDraft(admin)
		expect((await callApi(deleteMailing, { as: admin, params: { id: draft.id } })).status).toBe(204)
		expect(await actionsOf()).toEqual(['mailing.deleted'])
		const sent = await makeDraft(admin)
		await send(admin, sent)
		const reply = await callApi(deleteMailing, { as: admin, params: { id: sent.id } })
		expect([reply.status, reply.text]).toEqual([409, 'Only drafts can be deleted'])
	})
})

describe('the preview and the test email', () => {
	test('equal the email, with greeting, text, unsubscribe link, no pictures and unchanged external links', async () => {
		const body = { ...MAILING, content: '<p>Read <a href="https://bar.example/?a=1">this</a></p>' }
		const preview = (await callApi(previewMailing, { as: admin, body })).json as { html: string; text: string }
		expect(preview.text).toMatch(
			/^News of the autumn\n\nHello Person \d+,\n\nRead this \(https:\/\/bar\.example\/\?a=1\)/,
		)
		expect(preview.text).toContain('Stop emails with news from the club: http://localhost:4321/unsubscribe/')
		expect(preview.html).toContain('href="https://bar.example/?a=1"')
		expect(preview.html).not.toMatch(/<img|<script/)
		const reply = await callApi(testMailing, { as: admin, body })
		expect(reply.json).toEqual({ to: adminEmail })
		const [mail] = await writtenMails()
		expect(mail).toMatchObject({ to: adminEmail, subject: body.subject, html: preview.html, text: preview.text })
		expect(mail?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click', Precedence: 'bulk' })
		expect(await actionsOf()).toEqual(['mailing.tested'])
	})
})

describe('a scheduled mailing', () => {
	const tomorrow = () => new Date(Date.now() + 86_400_000)

	test('is sent at its time, not before', async () => {
		const draft = await makeDraft(admin)
		const at = tomorrow()
		expect((await send(admin, draft, { sendAt: at.toISOString() })).json).toMatchObject({
			...{ state: 'scheduled', sendAt: at.toISOString() },
		})
		const { mails, deliver } = fakeMailServer()
		expect(await runMailings(at.getTime() - 1, deliver)).toBeUndefined()
		await runMailings(at.getTime(), deliver)
		expect(mails).toHaveLength(1)
		expect(await actionsOf()).toEqual(['mailing.scheduled'])
	})

	test('is a draft again after unscheduling', async () => {
		const draft = await makeDraft(admin)
		await send(admin, draft, { sendAt: tomorrow().toISOString() })
		expect((await callApi(cancelMailing, { as: admin, params: { id: draft.id } })).json).toMatchObject({
			...{ state: 'draft', sendAt: null, expected: 0 },
		})
		expect(await runMailings(tomorrow().getTime() + 1, fakeMailServer().deliver)).toBeUndefined()
		expect(await actionsOf()).toEqual(['mailing.scheduled', 'mailing.unscheduled'])
	})

	test.each([['2020-01-01T00:00:00Z'], ['2190-01-01T00:00:00Z'], ['soon'], ['']])(
		'cannot be set for %s',
		async (sendAt) => {
			const reply = await send(admin, await makeDraft(admin), { sendAt })
			expect([reply.status, reply.text]).toEqual([400, 'Choose a future time within a year'])
		},
	)
})

test('an incomplete draft, or one of a deleted course, is not sent', async () => {
	const empty = (await callApi(createMailing, { as: admin, body: {} })).json as Mailing
	expect(await send(admin, empty)).toMatchObject({
		status: 409,
		text: 'Enter a subject and a text, then save the draft',
	})
	const course = await makeCourse(admin)
	const draft = await makeDraft(admin, { audience: 'course', courseId: course.id })
	await callApi(deleteCourse, { as: admin, params: { id: course.id } })
	expect(await send(admin, draft)).toMatchObject({ status: 409, text: /was deleted/ })
})

test('without a mail server nothing is sent, and the error explains it', async () => {
	const own = settings.env()
	const draft = await makeDraft(admin)
	vi.spyOn(settings, 'env').mockReturnValue({ ...own, production: true, smtpUrl: undefined })
	for (const reply of [await send(admin, draft), await callApi(testMailing, { as: admin, body: MAILING })])
		expect([reply.status, reply.text]).toEqual([409, NO_MAIL[1]])
	expect(await runMailings()).toBeUndefined()
})

test('the list is newest first, in pages, without contents', async () => {
	for (const subject of ['First mail', 'Second mail', 'Third mail']) await makeDraft(admin, { subject })
	const reply = await callApi(listMailings, { as: admin, query: { limit: '2' } })
	const rows = reply.json as MailingRow[]
	expect(rows.map(({ subject }) => subject)).toEqual(['Third mail', 'Second mail'])
	expect(Object.keys(rows[0] ?? {})).not.toContain('content')
	expect(reply.header('X-Total-Count')).toBe('3')
	expect(reply.header('Link')).toContain('cursor=')
})
