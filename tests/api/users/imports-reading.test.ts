import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { memberImports } from '#db/schema/members.ts'
import { users } from '#db/schema/users.ts'
import { checkImport, createImport, type DryRun } from '#src/features/users/import-contract.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

let database: TestDatabase
let admin: Principal
beforeEach(async () => {
	database = await freshDatabase()
	admin = await signedIn(await insertAccount({ role: 'admin', name: 'Ruth Adeyemi', email: 'ruth@club.example' }))
})
afterEach(async () => {
	vi.restoreAllMocks()
	await database.discard()
})

const check = (list: string | Uint8Array, query: Record<string, string> = {}) =>
	callApi(checkImport, { as: admin, rawBody: list, query })
const create = (list: string | Uint8Array, query: Record<string, string> = {}) =>
	callApi(createImport, { as: admin, rawBody: list, query })
const people = async () =>
	(await db().select().from(users).orderBy(users.id)).filter(({ invitedAt }) => invitedAt !== null)

const LIST = `Name,Email,Firm,Phone
Tomas Keller,tomas@keller.example,Keller Law,+1 212 555 0123
"Calloway, Ines",INES@calloway.example,"Calloway ""&"" Partners",
`

describe('reading a list', () => {
	const utf16 = (text: string, isBig: boolean, hasBom: boolean) => {
		const bytes = Buffer.from(hasBom ? `\uFEFF${text}` : text, 'utf16le')
		return new Uint8Array(isBig ? bytes.swap16() : bytes)
	}
	const NONE_KNOWN = { invited: 0, applied: 0, active: 0, deactivated: 0, rejected: 0 }
	const rows = [
		{ line: 2, state: 'new', memberStatus: null, name: 'Tomas Keller', email: 'tomas@keller.example', fault: '' },
		{ line: 3, state: 'new', memberStatus: null, name: 'Calloway, Ines', email: 'INES@calloway.example', fault: '' },
	]
	test.each([
		['commas', LIST],
		['a byte order mark', `\uFEFF${LIST}`],
		['semicolons', LIST.replaceAll(/,(?! Ines)/g, ';')],
		['tabs', LIST.replaceAll(/,(?! Ines)/g, '\t')],
		['Windows line endings', LIST.replaceAll('\n', '\r\n')],
		['UTF-16', utf16(LIST, false, true)],
		['big-endian UTF-16', utf16(LIST, true, true)],
		['UTF-16 without a byte order mark', utf16(LIST, false, false)],
	])('with %s', async (_, list) => {
		const reply = await check(list)
		expect(reply.status, reply.text).toBe(200)
		expect(reply.json).toEqual({
			headings: ['Name', 'Email', 'Firm', 'Phone'],
			columns: { name: 0, email: 1, firmName: 2, phoneNumber: 3 },
			counts: { fresh: 2, members: 0, known: NONE_KNOWN, faulty: 0 },
			...{ marked: 0, named: 0, undated: 0, due: 0, dues: null },
			rows,
		})
	})

	test('handles a Windows spreadsheet with its encoding', async () => {
		const reply = await check(Buffer.from('Name;E-Mail\nJos\xe9 Pe\xf1a;jose@pena.example\n', 'latin1'))
		expect((reply.json as DryRun).rows).toMatchObject([{ name: 'José Peña' }])
	})

	test.each([
		['First Name,Last name,E-mail address', { firstName: 0, lastName: 1, email: 2 }],
		[
			'EMAIL,Full name,Law firm,Practice Areas,Years of experience',
			{ email: 0, name: 1, firmName: 2, practiceAreas: 3, yearsOfExperience: 4 },
		],
		['Id,Member,Mail,Mobile', { name: 1, email: 2, phoneNumber: 3 }],
	])('recognizes %s', async (headings, columns) => {
		const values = headings.split(',').map((name) => (/mail/i.test(name) ? 'a@b.example' : 'Some Value'))
		const reply = await check(`${headings}\n${values.join(',')}\n`)
		expect((reply.json as DryRun).columns).toEqual(columns)
	})

	test("handles Excel's separator line and counts it", async () => {
		const reply = await check('sep=;\r\nName;Email\r\n"Calloway, Ines";ines@calloway.example\r\nNobody;\r\n')
		expect((reply.json as DryRun).rows).toMatchObject([
			{ line: 4, fault: 'email address is missing' },
			{ line: 3, name: 'Calloway, Ines', state: 'new' },
		])
	})

	test('uses chosen columns', async () => {
		const list = 'A,B,C\nx,Tomas Keller,tomas@keller.example\n'
		expect((await check(list)).json).toMatchObject({ columns: {}, counts: { fresh: 0, faulty: 1 } })
		expect((await check(list, { name: '1', email: '2' })).json).toMatchObject({
			columns: { name: 1, email: 2 },
			counts: { fresh: 1 },
		})
		// Incomplete column choices: a name without an email address fails, and a missing name is derived from the address.
		expect((await check(list, { name: '1' })).json).toMatchObject({ rows: [{ fault: 'email address is missing' }] })
		expect((await check(list, { email: '2' })).json).toMatchObject({
			rows: [{ name: 'Tomas', state: 'new' }],
			named: 1,
		})
		expect((await check(list, { email: 'x' })).status).toBe(400)
	})

	test('reports existing members, and each faulty line with its line number in the spreadsheet', async () => {
		const list = `Name,Email
Tomas Keller,tomas@keller.example

No Address,
Bad Address,not an address
Tomas Again,TOMAS@keller.example
,nobody@keller.example
Ruth,Ruth@Club.example
X,short@keller.example
`
		const { json } = await check(list)
		expect(json).toMatchObject({ counts: { fresh: 2, members: 1, faulty: 4 }, named: 1 })
		const rows = (json as DryRun).rows.map(({ line, state, fault }) => [line, state, fault])
		expect(rows).toEqual([
			[4, 'faulty', 'email address is missing'],
			[5, 'faulty', 'email address is not valid'],
			[6, 'faulty', 'same email address as row 2'],
			[9, 'faulty', 'name is too short or too long'],
			[2, 'new', ''],
			[7, 'new', ''],
			[8, 'member', ''],
		])
		// The dry run has stored nothing.
		expect(await db().select().from(memberImports)).toEqual([])
		expect(await people()).toEqual([])
	})

	const many = (count: number) =>
		`Name,Email\n${Array.from({ length: count }, (_, at) => `Person ${at},p${at}@many.example`).join('\n')}\n`
	test.each([
		['', 'This list is empty. Its first line must be the headings.'],
		['Name,Email\n', 'This list is empty. Its first line must be the headings.'],
		['\n\n , \n', 'This list is empty. Its first line must be the headings.'],
		[
			'Name,Email\n"Tomas,tomas@keller.example\n',
			'This list has a quotation mark that is never closed. Fix it and try again.',
		],
		[
			`Name,Email\n"${'x'.repeat(200_000)}`,
			'This list has a quotation mark that is never closed. Fix it and try again.',
		],
		[
			'Tomas Keller,tomas@keller.example\nInes,ines@calloway.example\n',
			'This list has no headings. Add a first line such as Name,Email.',
		],
		['PK\u0003\u0004\u0014\0\u0006\0xl/workbook.xml', 'This list cannot be read. Save it as CSV and try again.'],
		[`Name,Email\n${'\u0001\0\u0010'.repeat(200)}`, 'This list cannot be read. Save it as CSV and try again.'],
		[many(5_001), 'A list can have at most 5,000 people. Please split it.'],
	])('rejects %.20j', async (list, text) => {
		expect(await check(list)).toMatchObject({ status: 400, text })
		expect(await create(list)).toMatchObject({ status: 400, text })
		expect(await db().select().from(memberImports)).toEqual([])
	})

	test('rejects more than two megabytes and other content types', async () => {
		expect((await check('x'.repeat(2 * 1024 * 1024 + 1))).status).toBe(413)
		const json = { 'content-type': 'application/json' }
		expect((await callApi(checkImport, { as: admin, rawBody: LIST, headers: json })).status).toBe(415)
	})

	// Any file is parsed or rejected, and its content is treated only as text.
	test.each([
		...['\0', 'a\0b,c\n\0,d', '\uFEFF', '"', '""', ',,,,', '\r', ';\t,', '=1+1,=cmd\n=1,=2'],
		`${','.repeat(50_000)}\n${','.repeat(50_000)}`,
		`Name,Email\n${'\u202e'}Evil,evil@x.example\n'; drop table users; --,sql@x.example\n`,
		'__proto__,email\nx,proto@x.example\n',
		'{"type":"text/csv"}',
	])('handles %.30j', async (list) => {
		for (const query of [{}, { email: '1', name: '0' }] as Record<string, string>[]) {
			const reply = await check(list, query)
			expect([200, 400]).toContain(reply.status)
			expect(reply.text).toMatch(reply.status === 200 ? /^\{/ : /^[A-Z].+\.?$/)
		}
		const bytes = await check(new Uint8Array([0xff, 0xfe, 0xd8, ...Buffer.from(list)]))
		expect([200, 400]).toContain(bytes.status)
	})
})
