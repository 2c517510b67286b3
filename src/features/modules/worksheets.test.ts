import { expect, test } from 'vitest'
import { titleOfFile, worksheetsOf } from './worksheets.ts'

test.each([
	['fee_agreement.pdf', 'Fee agreement'],
	['Intake  form_v2.docx', 'Intake form v2'],
	['.pdf', '.pdf'],
	['Über Gebühren.PDF', 'Über Gebühren'],
	[`${'a'.repeat(250)}.pdf`, `A${'a'.repeat(199)}`],
])('%s is called %s', (name, title) => {
	expect(titleOfFile(name)).toBe(title)
})

test('what cannot be read has no files, and breaks nothing', () => {
	for (const json of ['', 'null', '[]', '{"files":"a"}', '{"files":[{"url":"javascript:alert(1)"}]}', 'no json'])
		expect(worksheetsOf(json), json).toEqual([])
})
