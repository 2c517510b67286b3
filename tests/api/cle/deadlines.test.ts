import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { beforeEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { cleAdmissions, cleNotices } from '#db/schema/cle.ts'
import { listAdmissions, updateAdmission } from '#src/features/cle/contract.ts'
import { sendDeadlines } from '#src/features/cle/server/deadlines.ts'
import { createSubscription, getCalendar } from '#src/features/coaching/contract.ts'
import { getPreferences, unsubscribe, updatePreferences } from '#src/features/notifications/contract.ts'
import { overrideFeatures } from '#src/lib/site/features.ts'
import { callApi, visitor } from '#tests/support/api/api.ts'
import { admit, california, goTo, log, member, newYork, other, setUpCle } from '#tests/support/cle/cle.ts'
import { deleteMails, writtenMails } from '#tests/support/mail.ts'
import { tokenOf } from '#tests/support/notices.ts'

setUpCle()
beforeEach(async () => {
	await deleteMails()
	await callApi(updatePreferences, {
		...{ as: member, body: { mentions: true, comments: true, reminders: true, deadlines: true } },
	})
})

const sendOn = (day: string) => {
	vi.setSystemTime(Date.parse(`${day}T15:00:00Z`))
	return sendDeadlines()
}
const subjects = async () => (await writtenMails()).map(({ subject }) => subject)

test('emails are sent 90, 60, 30 and 7 days before the last day, each once', async () => {
	await admit()
	for (const day of ['2027-01-10', '2027-01-11', '2027-01-12', '2027-02-10', '2027-03-12', '2027-03-13']) {
		await sendOn(day)
		await sendOn(day)
	}
	expect(await subjects()).toEqual([
		'90 days left for your New York credits',
		'60 days left for your New York credits',
		'30 days left for your New York credits',
	])
	await sendOn('2027-04-05')
	await sendOn('2027-04-11')
	expect((await subjects()).slice(3)).toEqual(['6 days left for your New York credits'])
	await sendOn('2027-04-12')
	expect(await subjects()).toHaveLength(4)
})

test('emails are sent once even by two nodes at once, and for a last day that is moved and moved back', async () => {
	const id = await admit()
	await goTo('2027-04-05')
	await Promise.all([sendDeadlines(), sendDeadlines()])
	const changeBirthday = async (birthday: string) => {
		const body = { ...newYork, birthday }
		expect((await callApi(updateAdmission, { as: member, params: { id }, body })).status).toBe(200)
		await sendDeadlines()
		return subjects()
	}
	expect(await changeBirthday('1980-03-12')).toEqual(['6 days left for your New York credits'])
	expect(await changeBirthday('1980-03-20')).toEqual([
		'6 days left for your New York credits',
		'14 days left for your New York credits',
	])
	expect(await changeBirthday('1980-03-12')).toHaveLength(2)
})

test('an email lists the missing credits and the day to report', async () => {
	const id = await admit(california)
	await log(id, 'ethics', 400)
	await sendOn('2027-03-29')
	const [mail] = await writtenMails()
	expect(mail?.subject).toBe('Today is the last day for your California credits')
	expect(mail?.to).toBe('dana@example.com')
	for (const text of [
		'Last day: 29 Mar 2027. Report by 30 Mar 2027.',
		'21 credits are missing.',
		'1 credit of technology is missing.',
		'Rules of California, checked 22 Nov 2026. Confirm with the board.',
	])
		expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(text)
	expect(mail?.text).not.toContain('legal ethics is missing')
})

test('the training of new attorneys has separate emails until it is done', async () => {
	const newly = { ...california, admittedOn: '2026-05-04', cycleKind: 'newly' }
	const id = await admit(newly)
	await sendOn('2027-05-05')
	expect(await subjects()).toEqual(['26 days left for your New Attorney Training'])
	await goTo('2027-05-05')
	const filings = [{ due: '2027-05-31', filedOn: '2027-05-05' }]
	await callApi(updateAdmission, { as: member, params: { id }, body: { ...newly, filings } })
	await sendOn('2027-05-25')
	expect(await subjects()).toHaveLength(1)
})

test('a moved last day gets new reminders', async () => {
	await admit(california)
	await sendOn('2027-03-29')
	expect(await db().$count(cleNotices)).toBe(1)
	await goTo('2027-03-29')
	const [row] = (await callApi(listAdmissions, { as: member })).json as { id: string }[]
	const extensions = [{ cycleFrom: '2024-02-01', newDue: '2027-04-28', note: '' }]
	await callApi(updateAdmission, {
		...{ as: member, params: { id: row?.id ?? '' }, body: { ...california, extensions } },
	})
	await sendOn('2027-03-29')
	expect((await subjects()).at(-1)).toBe('30 days left for your California credits')
})

test('an unreadable admission does not stop other members’ emails', async () => {
	const ids = [await admit(), await admit(newYork, other)]
	for (const id of ids) {
		await deleteMails()
		await db().delete(cleNotices)
		await db().update(cleAdmissions).set({ admittedOn: 'unknown' }).where(eq(cleAdmissions.id, id))
		await sendOn('2027-04-10')
		expect(await subjects()).toEqual(['One day left for your New York credits'])
		await db().update(cleAdmissions).set({ admittedOn: newYork.admittedOn }).where(eq(cleAdmissions.id, id))
	}
})

test('inactive admissions and members who turned emails off get none', async () => {
	await admit({ ...newYork, status: 'inactive' })
	await sendOn('2027-04-10')
	expect(await subjects()).toEqual([])
	await goTo('2026-11-22')
	await admit(california)
	await callApi(updatePreferences, {
		...{ as: member, body: { mentions: true, comments: true, reminders: true, deadlines: false } },
	})
	await sendOn('2027-03-25')
	expect(await subjects()).toEqual([])
})

test('the link in an email stops only these emails', async () => {
	await admit()
	await sendOn('2027-04-10')
	const token = tokenOf((await writtenMails())[0])
	const reply = await callApi(unsubscribe, { as: visitor(), params: { token }, body: {} })
	expect(reply.json).toEqual({ what: 'reminders before your last day for credits' })
	await goTo('2026-11-22')
	expect((await callApi(getPreferences, { as: member })).json).toMatchObject({ deadlines: false, reminders: true })
})

test('the private calendar has the last days as whole days', async () => {
	await admit()
	const { url } = (await callApi(createSubscription, { as: member })).json as { url: string }
	const file = url.slice(url.lastIndexOf('/') + 1)
	const readEvents = async () => {
		const reply = await callApi(getCalendar, { as: visitor(), params: { file } })
		const events = new ICAL.Component(ICAL.parse(reply.text)).getAllSubcomponents('vevent')
		return events.map((component) => new ICAL.Event(component))
	}
	const [event] = await readEvents()
	expect(event?.summary).toBe('Last day for New York credits')
	expect([event?.startDate.toString(), event?.startDate.isDate]).toEqual(['2027-04-11', true])
	expect(event?.description).toContain('24 credits are missing.')
	overrideFeatures([])
	try {
		expect(await readEvents()).toEqual([])
	} finally {
		overrideFeatures(undefined)
	}
})
