import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { memberImportRows } from '#db/schema/members.ts'
import { checkImport, createImport, type DryRun, inviteUser } from '#src/features/users/import-contract.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

// Tests for finding people in typed or exported lists, and for reasons to skip them.

let database: TestDatabase
let admin: Principal
beforeAll(async () => {
	database = await freshDatabase()
	admin = await signedIn(await insertAccount({ role: 'admin', email: 'ruth@club.example' }))
})
afterAll(() => database.discard())

async function checkList(list: string, query: Record<string, string> = {}) {
	const reply = await callApi(checkImport, { as: admin, rawBody: list, query })
	expect(reply.status, reply.text).toBe(200)
	return reply.json as DryRun
}
const rowsOf = ({ rows }: DryRun) => rows.map(({ line, name, email, fault }) => [line, name, email, fault])

const dana = 'dana@whitfield.example'
const tomas = 'tomas@keller.example'

describe('addresses in their usual forms', () => {
	test('are parsed, and a name next to one fills an empty column', async () => {
		const list = `Name,Email
Dana Whitfield,Dana W. <${dana}>
,Tomas Keller <${tomas}>
Ina Roth,mailto:ina@roth.example
Bo Lind,bo@lind.example;
Two,a@law.example; b@law.example
Nobody,someone@club.local
`
		expect(rowsOf(await checkList(list))).toEqual([
			[6, 'Two', 'a@law.example; b@law.example', 'has more than one email address'],
			[7, 'Nobody', 'someone@club.local', 'email cannot reach an address that ends in .local'],
			[2, 'Dana Whitfield', dana, ''],
			[3, 'Tomas Keller', tomas, ''],
			[4, 'Ina Roth', 'ina@roth.example', ''],
			[5, 'Bo Lind', 'bo@lind.example', ''],
		])
	})

	test.each([
		['below each other', `${dana}\n<${tomas}>;\n`],
		['below a heading', `Email\n${dana}\n${tomas}\n`],
		['in one line, as copied from an email program', `Dana Whitfield <${dana}>; ${tomas}`],
		['in one line with commas', `${dana}, ${tomas}`],
	])('suffice without headings %s', async (_, list) => {
		const run = await checkList(list)
		expect(run.counts).toMatchObject({ fresh: 2, members: 0, faulty: 0 })
		expect(run.rows.map(({ email }) => email)).toEqual([dana, tomas])
		expect(run.rows[1]?.name).toBe('Tomas')
		expect(new Set(run.rows.map(({ line }) => line)).size).toBe(2)
	})

	test('invite one person', async () => {
		const body = { name: 'Zoe Park', email: 'Zoe Park <zoe@park.example>' }
		expect(await callApi(inviteUser, { as: admin, body })).toMatchObject({
			status: 201,
			json: { email: 'zoe@park.example' },
		})
	})
})

describe('a list with several tables', () => {
	const report = `Attendee Report
Report Generated:,"Nov 20, 2026 10:00 AM"
Topic,Webinar ID,Actual Start Time
Fees that clients accept,123 456 789,"Nov 19, 2026 5:00 PM"
Host Details
Attended,User Name (Original Name),Email,Join Time
Yes,Ruth Adeyemi,host@club.example,"Nov 19, 2026 4:58 PM"
Panelist Details
Attended,User Name (Original Name),Email,Join Time
Attendee Details
Attended,User Name (Original Name),First Name,Last Name,Email,Registration Time
Yes,Dana W,Dana,Whitfield,${dana},"Nov 1, 2026"
Yes,Tomas K,Tomas,Keller,${tomas},"Nov 2, 2026"
`
	const padded = report
		.split('\n')
		.map((line) => line && line + ','.repeat(6 - line.replaceAll(/"[^"]*"/g, '').split(',').length))
		.join('\n')
	test.each([
		['exported by Zoom', report],
		['saved by a spreadsheet, with all lines padded to the same width', padded],
	])('%s uses the largest and reports people in the others', async (_, list) => {
		expect(rowsOf(await checkList(list))).toEqual([
			[7, '', 'host@club.example', 'is in another table of this file'],
			[12, 'Dana Whitfield', dana, ''],
			[13, 'Tomas Keller', tomas, ''],
		])
	})

	test('finds the people among many tables', async () => {
		const tables = Array.from({ length: 2_400 }, (_, at) => `Email,Seat ${at}\n`).join('\n')
		const run = await checkList(`${tables}\nName,Email\nDana,${dana}\nTomas,${tomas}\n`)
		expect(run.counts).toMatchObject({ fresh: 2, members: 0, faulty: 0 })
	})

	test.each([
		['User Email', 'Name (Original Name),User Email,Guest'],
		['Host Email', 'Name,Attendee Email,Guest'],
	])('finds a meeting with %s above its participants', async (host, headings) => {
		const list = `Topic,${host},Participants\nFees,host@club.example,2\n\n${headings}\nDana Whitfield,${dana},No\nTomas Keller,${tomas},Yes\n`
		expect(rowsOf(await checkList(list))).toEqual([
			[2, '', 'host@club.example', 'is in another table of this file'],
			[5, 'Dana Whitfield', dana, ''],
			[6, 'Tomas Keller', tomas, ''],
		])
	})

	test('lists a person only once even if their visits are in a separate table', async () => {
		const list = `Name,Email,Role\nDana,${dana},x\nTomas,${tomas},x\n\nName,Email\nDana,${dana}\nDana,${dana}\nTomas,${tomas}\n`
		expect((await checkList(list)).counts).toMatchObject({ fresh: 2, faulty: 0 })
	})

	test('is recognized even if a smaller table follows it', async () => {
		const list = `Name,Email,Firm\nDana,${dana},\nTomas,${tomas},\n\nStaff\nEmail,Role\nhost@club.example,Host\n`
		expect((await checkList(list)).counts).toMatchObject({ fresh: 2, members: 0, faulty: 2 })
	})

	test('is one list if its headings repeat, and a row with the text Email stays a row', async () => {
		const list = `Name,Email,Source\nDana,${dana},Email\nNobody,,Email\nTomas,${tomas},\n\nName,Email,Source\nIna,ina@roth.example,\n`
		const run = await checkList(list)
		expect(run.counts).toMatchObject({ fresh: 3, members: 0, faulty: 1 })
		expect(run.rows[0]).toMatchObject({ line: 3, fault: 'email address is missing' })
	})
})

describe('people marked as unsubscribed or undeliverable', () => {
	test.each([
		['Email status', 'Unsubscribed', 'Active'],
		['Status', 'Hard bounce', 'subscribed'],
		['MEMBER_STATUS', 'cleaned', 'subscribed'],
		['State', 'Opted out', 'Opted in'],
		['Unsubscribed from all email', 'true', 'false'],
		['Unsubscribed at', '2026-01-02', ''],
		['Bounces', '3', '0'],
		['Subscribed', 'No', 'Yes'],
		['Email opt-in', 'FALSE', 'TRUE'],
		['Notes', 'Do not contact', 'Bounced ideas around with us'],
		['Unsubscribe link', '', 'https://news.example/u/1'],
		['CLEAN_TIME', '2026-01-02', ''],
		['email_disabled', 'true', 'false'],
		['subscribed_to_emails', 'false', 'true'],
		['EMAIL_BLACKLIST', '1', '0'],
		['status', 'cancelled', 'active'],
		['Email subscriber status', 'Never subscribed', 'Subscribed'],
		['Status', 'Abgemeldet', 'Aktiv'],
	])('%s: %s', async (heading, marked, other) => {
		const list = `Name,Email,${heading}\nDana,${dana},${marked}\nTomas,${tomas},${other}\nRuth,ruth@club.example,${marked}\n`
		const run = await checkList(list)
		const isMarked = marked !== ''
		expect(run.marked).toBe(isMarked ? 1 : 0)
		expect(run.counts).toMatchObject({ fresh: isMarked ? 1 : 2, members: 1, faulty: isMarked ? 1 : 0 })
		if (!isMarked) return
		expect(run.rows[0]).toMatchObject({ email: dana, fault: `the list says “${heading}: ${marked}”` })
		const all = await checkList(list, { withMarked: 'true' })
		expect(all).toMatchObject({ marked: 1, counts: { fresh: 2, faulty: 0 } })
	})

	test('are skipped unless an admin includes them', async () => {
		const list = `Email,Email status\nmarked@law.example,Unsubscribed\nother@law.example,Active\n`
		const states = async (query: Record<string, string>) => {
			const reply = await callApi(createImport, { as: admin, rawBody: list, query })
			expect(reply.status, reply.text).toBe(201)
			const rows = await db().select().from(memberImportRows)
			return rows.filter(({ importId }) => importId === (reply.json as { id: string }).id).map(({ state }) => state)
		}
		expect(await states({})).toEqual(['faulty', 'waiting'])
		expect(await states({ withMarked: 'true' })).toEqual(['waiting', 'waiting'])
	})
})
