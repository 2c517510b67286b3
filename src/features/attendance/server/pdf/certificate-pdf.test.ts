import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { pdfText } from '#tests/support/pdf-text.ts'
import { type CertificateRecord, certificateRecord } from '../../paper.ts'
import { certificatePdf } from './certificate-pdf.ts'

const newYork: CertificateRecord = certificateRecord.parse({
	number: 'MFRGGZDFMZTWQ2LK',
	paper: 'attendance',
	jurisdiction: { code: 'US-NY', name: 'New York' },
	attorney: { name: 'Dana Whitfield', lastName: 'Whitfield', barNumber: '4455667' },
	activity: {
		title: 'Fee agreements that hold',
		...{ startedOn: '2026-11-28', completedOn: '2026-11-29' },
		...{ format: 'Recording with attendance codes', place: 'Online', minutes: 100 },
	},
	participation: null,
	credits: [
		{ category: 'areas', name: 'Areas of professional practice', hundredths: 100 },
		{ category: 'ethics', name: 'Ethics and professionalism', hundredths: 50 },
	],
	totalHundredths: 150,
	transitional: true,
	accreditation: {
		...{ of: 'activity', number: 'C-2026-118', statement: '' },
		...{ validFrom: '2026-01-01', validTo: '2028-12-31' },
	},
	provider: {
		...{ name: 'Second Chair', address: '1200 Main Street, Suite 4\nOakland, CA 94607' },
		signatory: 'Ruth Alder, Director of Education',
	},
	rules: { version: 3, checkedAt: '2026-11-22' },
	verifyAddress: 'https://secondchair.example/verify',
	...{ issuedAt: Date.parse('2026-11-29T18:00:00Z'), issuedOn: '2026-11-29', note: '' },
})

const california: CertificateRecord = certificateRecord.parse({
	...newYork,
	jurisdiction: { code: 'US-CA', name: 'California' },
	attorney: { ...newYork.attorney, barNumber: '301122' },
	activity: { ...newYork.activity, startedOn: '2026-11-29' },
	participation: 'participatory',
	credits: [
		{ category: 'general', name: 'General', hundredths: 125 },
		{ category: 'implicit-bias', name: 'Implicit bias', hundredths: 50 },
	],
	...{ totalHundredths: 175, transitional: null },
	accreditation: {
		...{ of: 'provider', number: '17777', validFrom: null, validTo: '2028-02-29' },
		statement: 'Second Chair is a State Bar of California approved MCLE provider.',
	},
})

const withoutAccreditation: CertificateRecord = certificateRecord.parse({
	...newYork,
	...{ paper: 'record', accreditation: null, transitional: null },
	rules: { version: 1, checkedAt: null },
	jurisdiction: { code: 'US-TX', name: 'Texas' },
})

const linesOf = async (record: CertificateRecord, revoked: { on: string; reason: string } | null = null) =>
	pdfText((await certificatePdf({ record, revoked })).bytes).split('\n')

test('a New York certificate has every field, in reading order', async () => {
	expect(await linesOf(newYork)).toEqual([
		'Certificate of attendance',
		'Dana Whitfield',
		'Attorney registration number 4455667',
		'took part in the whole of',
		'Fee agreements that hold',
		...['Completed', 'November 28, 2026 to November 29, 2026'],
		...['Format', 'Recording with attendance codes'],
		...['Place', 'Online'],
		...['Length', '100 minutes of instruction'],
		...['Jurisdiction', 'New York'],
		...['Provider', 'Second Chair'],
		...['Address', '1200 Main Street, Suite 4, Oakland, CA 94607'],
		...['Approved activity', 'C-2026-118, approved from January 1, 2026 to December 31, 2028'],
		...['Statement', 'This activity is approved for credit in New York.'],
		...['Newly admitted', 'Also for newly admitted attorneys (transitional)'],
		...[
			'Credits',
			'Hours',
			'Areas of professional practice',
			'1.0',
			'Ethics and professionalism',
			'0.5',
			'Total',
			'1.5',
		],
		'Signed for Second Chair: Ruth Alder, Director of Education',
		'Issued November 29, 2026.',
		'Number MFRG GZDF MZTW Q2LK. Confirm this paper with its number and the last name: https://secondchair.example/verify',
		'Rules of New York, version 3, checked November 22, 2026. Confirm with the board: it grants credit, the provider does not.',
	])
})

test('a California certificate has State Bar number, kind of activity, quarter credits and approval', async () => {
	const lines = await linesOf(california)
	expect(lines).toEqual(
		expect.arrayContaining([
			'Certificate of attendance',
			'State Bar number 301122',
			'November 29, 2026',
			'Participatory',
			'17777, approved to February 29, 2028',
			'Second Chair is a State Bar of California approved MCLE provider.',
			...['General', '1.25', 'Implicit bias', '0.5', 'Total', '1.75'],
		]),
	)
	expect(lines).not.toContain('Newly admitted')
	const completion = await linesOf({ ...california, paper: 'completion', participation: 'self-study' })
	expect(completion).toEqual(expect.arrayContaining(['Certificate of completion', 'Self-study']))
})

test('a record without an accreditation states that, and names those who decide whether it counts', async () => {
	const lines = await linesOf(withoutAccreditation)
	expect(lines[0]).toBe('Record of completion')
	expect(lines).toContain('Not accredited. Whether it counts is for you and your board.')
	expect(lines).toContain('Credits by length, not granted by a board')
	expect(lines.at(-1)).toContain('Rules of Texas, version 1, not checked. Confirm with the board')
	expect(lines.join('\n')).not.toMatch(/approved/i)
	const none = await linesOf({
		...withoutAccreditation,
		...{ credits: [], totalHundredths: 0, jurisdiction: { code: '', name: '' } },
		provider: { ...withoutAccreditation.provider, signatory: '' },
	})
	for (const absent of ['Total', 'Jurisdiction']) expect(none).not.toContain(absent)
	expect(none).toContain('Issued by Second Chair')
	expect(none.at(-1)).toBe('Confirm with the board: it grants credit, the provider does not.')
})

test('a revoked certificate says so first, with the reason', async () => {
	const lines = await linesOf(newYork, { on: '2026-12-01', reason: 'Issued for the wrong person' })
	expect(lines.slice(0, 3)).toEqual([
		'Certificate of attendance',
		'Revoked on December 1, 2026. It is no longer valid.',
		'Issued for the wrong person',
	])
	expect((await linesOf(newYork)).join('\n')).not.toContain('Revoked')
})

test('is tagged, and names its language and title', async () => {
	const { bytes } = await certificatePdf({ record: newYork, revoked: null })
	const pdf = Buffer.from(bytes).toString('latin1')
	for (const part of [
		...['/S /Document', '/S /H1', '/S /H2', '/S /P', '/S /Table', '/S /TR', '/S /TH', '/S /TD'],
		...['/Marked true', '/Lang (en-US)', '/DisplayDocTitle true', '<pdfuaid:part>1<'],
		'(Certificate of attendance MFRGGZDFMZTWQ2LK)',
	])
		expect(pdf).toContain(part)
})

test('has the same bytes for the same record, regardless of what was drawn in between', async () => {
	const [first, other, second] = await Promise.all([
		certificatePdf({ record: newYork, revoked: null }),
		certificatePdf({ record: california, revoked: null }),
		certificatePdf({ record: structuredClone(newYork), revoked: null }),
	])
	expect(second.bytes).toEqual(first.bytes)
	expect(other.bytes).not.toEqual(first.bytes)
})

test.each(['Łukasz Żółć', 'Дмитрий Ґалаґан', 'Ωμέγα Ἀθήνη', 'Nguyễn Thị Ếch'])('shows the name %s', async (name) => {
	expect(await linesOf({ ...newYork, attorney: { ...newYork.attorney, name } })).toContain(name.normalize('NFC'))
})

test.each([
	['李', '李雷'],
	['ש', 'Dana שלום'],
])('names the letter %s of a name instead of showing an empty box', async (letter, name) => {
	const record = { ...newYork, attorney: { ...newYork.attorney, name } }
	expect(await certificatePdf({ record, revoked: null })).toMatchObject({ missingLetter: letter })
})

test('omits unprintable letters from text that the attorney cannot change', async () => {
	const activity = { ...newYork.activity, title: 'Fees 🎉 that hold', place: '李 Hall' }
	expect(await linesOf({ ...newYork, activity })).toEqual(expect.arrayContaining(['Fees that hold', 'Hall']))
})

test('continues on a second page if the content does not fit', async () => {
	const long = 'Association '.repeat(60)
	const pagesOf = async (record: CertificateRecord) => {
		const { bytes } = await certificatePdf({ record, revoked: { on: '2026-12-01', reason: long } })
		return Buffer.from(bytes)
			.toString('latin1')
			.match(/\/Type \/Page\n/g)
	}
	expect(await pagesOf(california)).toHaveLength(1)
	const credits = Array.from({ length: 10 }, (_, at) => ({ category: `c${at}`, name: `Field ${at}`, hundredths: 100 }))
	const activity = { ...california.activity, title: long, format: long, place: long }
	expect(await pagesOf({ ...california, activity, credits, totalHundredths: 1_000 })).toHaveLength(2)
})

test('is drawn off the main thread, without blocking it', async () => {
	await certificatePdf({ record: newYork, revoked: null })
	const before = performance.eventLoopUtilization()
	await certificatePdf({ record: newYork, revoked: null })
	const { active, idle } = performance.eventLoopUtilization(before)
	expect(active).toBeLessThan(idle)
})
