import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkImport, type DryRun } from '#src/features/users/import-contract.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

// Tests lists in the formats of programs that clubs use.

let database: TestDatabase
let admin: Principal
beforeAll(async () => {
	database = await freshDatabase()
	admin = await signedIn(await insertAccount({ role: 'admin' }))
})
afterAll(() => database.discard())

async function checkList(list: string | Uint8Array) {
	const reply = await callApi(checkImport, { as: admin, rawBody: list })
	expect(reply.status, reply.text).toBe(200)
	return reply.json as DryRun
}
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))
const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const peopleOf = ({ rows }: DryRun) => rows.map(({ line, name, email, fault }) => [line, name, email, fault])

const OUTLOOK =
	"First Name,Middle Name,Last Name,Title,Suffix,Nickname,Given Yomi,Surname Yomi,E-mail Address,E-mail 2 Address,E-mail 3 Address,Home Phone,Home Phone 2,Business Phone,Business Phone 2,Mobile Phone,Car Phone,Other Phone,Primary Phone,Pager,Business Fax,Home Fax,Other Fax,Company Main Phone,Callback,Radio Phone,Telex,TTY/TDD Phone,IMAddress,Job Title,Department,Company,Office Location,Manager's Name,Assistant's Name,Assistant's Phone"
const OLD_OUTLOOK =
	'"Title","First Name","Last Name","Company","Assistant\'s Phone","Business Fax","Business Phone","Home Phone","E-mail Type","E-mail Display Name","E-mail Address"'
const GOOGLE =
	'First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Last Name,Nickname,File As,Organization Name,Organization Title,Birthday,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value'
const rowOf = (headings: string, values: Record<string, string>) =>
	headings
		.split(',')
		.map((heading) => values[heading.replaceAll('"', '')] ?? '')
		.join(',')

const dana = 'dana@whitfield.example'
const tomas = 'tomas@keller.example'

describe('each format is parsed', () => {
	const two = [
		[2, 'Dana Whitfield', dana, ''],
		[3, 'Tomas Keller', tomas, ''],
	]
	const below = (lines: number) => two.map(([line, ...rest]) => [Number(line) + lines, ...rest])
	test.each<[string, string | Uint8Array, unknown[]]>([
		[
			'Excel, with decimal commas',
			`Name;E-Mail;Years\r\nDana Whitfield;${dana};4,5\r\nTomas Keller;${tomas};12,0\r\n`,
			two,
		],
		[
			'Excel, with a title above the headings',
			`Members, as of May 1, 2026;;\r\n;;\r\nName;E-mail address;Firm\r\nDana Whitfield;${dana};Whitfield, Law\r\nTomas Keller;${tomas};Keller, Law\r\n`,
			below(2),
		],
		[
			'Excel, with a title that contains e-mail but no separator',
			`E-mail list of our members\r\nName;Email\r\nDana Whitfield;${dana}\r\nTomas Keller;${tomas}\r\n`,
			below(1),
		],
		[
			'Excel, as Unicode text',
			utf16(`Full Name\tE-mail Address\r\nDana Whitfield\t${dana}\r\nTomas Keller\t${tomas}\r\n`),
			two,
		],
		['Excel, with sep=', `sep=;\r\nName;Email\r\nDana Whitfield;${dana}\r\nTomas Keller;${tomas}\r\n`, below(1)],
		[
			'Excel, with an emptied column and emptied rows',
			`Name,Email,,\r\nDana Whitfield,${dana},,\r\nTomas Keller,${tomas},,\r\n${',,,\r\n'.repeat(900)}`,
			two,
		],
		[
			'Numbers, with the table name above the headings',
			`Table 1\nName,Email\nDana Whitfield,${dana}\nTomas Keller,${tomas}\n`,
			below(1),
		],
		['Google Sheets', `First name,Last name,E-mail\nDana,Whitfield,${dana}\nTomas,Keller,${tomas}\n`, two],
		[
			'LibreOffice, with all values quoted and a cell of two lines',
			`"Name";"Address";"E-mail"\n"Dana Whitfield";"12 Oak Street\n2nd floor; rear";"${dana}"\n"Tomas Keller";"1 Elm, Albany";"${tomas}"\n`,
			two,
		],
		[
			'Outlook on the web',
			`\uFEFF${OUTLOOK}\r\n${rowOf(OUTLOOK, { 'First Name': 'Dana', 'Last Name': 'Whitfield', 'E-mail Address': dana })}\r\n${rowOf(OUTLOOK, { 'First Name': 'Tomas', 'Last Name': 'Keller', 'E-mail Address': tomas })}\r\n`,
			two,
		],
		[
			'Outlook on Windows',
			`${OLD_OUTLOOK}\r\n"Ms.","Dana","Whitfield","","","","","","SMTP","Dana (${dana})","${dana}"\r\n"","Tomas","Keller","","","","","","SMTP","Tomas","${tomas}"\r\n`,
			two,
		],
		[
			'Google Contacts',
			`${GOOGLE}\n${rowOf(GOOGLE, { 'First Name': 'Dana', 'Last Name': 'Whitfield', 'E-mail 1 - Label': '* Work', 'E-mail 1 - Value': dana })}\n${rowOf(GOOGLE, { 'First Name': 'Tomas', 'Last Name': 'Keller', 'E-mail 1 - Label': 'Home', 'E-mail 1 - Value': tomas })}\n`,
			two,
		],
		[
			'Mailchimp',
			`"Email Address","First Name","Last Name",Address,"Phone Number",MEMBER_RATING,OPTIN_TIME,TAGS\n${dana},Dana,Whitfield,"12 Oak Street  Albany, NY",,2,"2024-01-02 10:00:00","""solo"",""ny"""\n${tomas},Tomas,Keller,,,2,,\n`,
			two,
		],
		[
			'Clio',
			`Id,Type,Prefix,First Name,Middle Name,Last Name,Company,Title,Primary Phone,Email Type,Primary Email,Home Mailing Address\n1,Person,,Dana,,Whitfield,Whitfield Law,,,Work,${dana},12 Oak Street\n2,Person,,Tomas,,Keller,,,,Work,${tomas},\n`,
			two,
		],
		[
			'a list typed by hand',
			`Member ; e-mail\nDana Whitfield ; ${dana}\n\n   Tomas Keller;\u200b${tomas}\u00a0`,
			[two[0], [4, 'Tomas Keller', tomas, '']],
		],
		['two concatenated lists', `Name,Email\r\nDana Whitfield,${dana}\nTomas Keller,${tomas}\r\n`, two],
		['an old Mac', `Name,Email\rDana Whitfield,${dana}\rTomas Keller,${tomas}\r`, two],
	])('%s', async (_, list, expected) => {
		expect(peopleOf(await checkList(list))).toEqual(expected)
	})

	test('Windows encodings', async () => {
		const list = latin('Mitglieder;;\r\nVorname;Nachname;E-Mail-Adresse\r\nJos\xe9;Pe\xf1a;jose@pena.example\r\n')
		expect(peopleOf(await checkList(list))).toEqual([[3, 'José Peña', 'jose@pena.example', '']])
	})

	test('five thousand rows with duplicates', async () => {
		const lines = Array.from({ length: 4_999 }, (_, n) => `Person ${n};p${n}@many.example;${n % 40},5`)
		const list = `Name;E-mail;Years\r\n${lines.join('\r\n')}\r\nPerson 7;P7@MANY.example;1,5\r\n`
		const run = await checkList(list)
		expect(run.counts).toMatchObject({ fresh: 4_999, members: 0, faulty: 1 })
		expect(run.rows[0]).toMatchObject({ line: 5_001, fault: 'same email address as row 9' })
	})
})

describe('column mapping', () => {
	const headingsByField = async (headings: string) => {
		const { columns, headings: names } = await checkList(`${headings}\n${'x,'.repeat(headings.split(',').length)}\n`)
		return Object.fromEntries(Object.entries(columns).map(([field, place]) => [field, names[place]]))
	}
	test.each([
		[
			OUTLOOK,
			{
				email: 'E-mail Address',
				firstName: 'First Name',
				lastName: 'Last Name',
				phoneNumber: 'Primary Phone',
				firmName: 'Company',
			},
		],
		[
			GOOGLE,
			{
				email: 'E-mail 1 - Value',
				firstName: 'First Name',
				lastName: 'Last Name',
				phoneNumber: 'Phone 1 - Value',
				firmName: 'Organization Name',
				labels: 'Labels',
			},
		],
		[
			OLD_OUTLOOK,
			{
				email: 'E-mail Address',
				firstName: 'First Name',
				lastName: 'Last Name',
				phoneNumber: 'Business Phone',
				firmName: 'Company',
			},
		],
		[
			'Email status,Work email,Assistant phone,Mobile,Client name',
			{ email: 'Work email', phoneNumber: 'Mobile', name: 'Client name' },
		],
	])('%.40s', async (headings, expected) => {
		expect(await headingsByField(headings)).toEqual(expected)
	})
})

test('offers every column below a title, with any name or none', async () => {
	const list = `Club, members 2026\r\nWho;Where\r\nDana;${dana};12\r\nTomas;${tomas};\r\n`
	const run = await checkList(list)
	expect(run).toMatchObject({ headings: ['Who', 'Where', ''], columns: {}, counts: { faulty: 2 } })
	const reply = await callApi(checkImport, { as: admin, rawBody: list, query: { name: '0', email: '1' } })
	expect(peopleOf(reply.json as DryRun)).toEqual([
		[3, 'Dana', dana, ''],
		[4, 'Tomas', tomas, ''],
	])
})

test('reports a person above the headings', async () => {
	const list = `Tomas Keller,${tomas}\nName,Email\nDana Whitfield,${dana}\n`
	expect(await callApi(checkImport, { as: admin, rawBody: list })).toMatchObject({
		status: 400,
		text: 'This list has no headings. Add a first line such as Name,Email.',
	})
})
