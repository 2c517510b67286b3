import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { filesSchema, titleOfFile, worksheetsOf } from './worksheets.ts'

test.each([
	['fee_agreement.pdf', 'Fee agreement'],
	['Intake  form_v2.docx', 'Intake form v2'],
	['.pdf', '.pdf'],
	['Über Gebühren.PDF', 'Über Gebühren'],
	[`${'a'.repeat(250)}.pdf`, `A${'a'.repeat(199)}`],
])('turns the file name %s into the title %s', (name, title) => {
	expect(titleOfFile(name)).toBe(title)
})

test('returns no files for invalid data', () => {
	for (const json of ['', 'null', '[]', '{"files":"a"}', '{"files":[{"url":"javascript:alert(1)"}]}', 'no json'])
		expect(worksheetsOf(json), json).toEqual([])
})

test('keeps the name of a file on one line, without direction marks', () => {
	const file = { url: `/media/${'a'.repeat(20)}/fee.pdf`, bytes: 1, isPublic: true }
	const { files } = z.parse(filesSchema, { files: [{ ...file, title: ' Fee\u202egdp\r\nagreement\u0007 ' }] })
	expect(files[0]?.title).toBe('Feegdp agreement')
	expect(z.safeParse(filesSchema, { files: [{ ...file, title: '\u202e' }] }).success).toBe(false)
})
