import { expect, test } from 'vitest'
import { lastNameOf } from './record.ts'
import { isLastName } from './verify.ts'

test.each([
	['Dana Whitfield', 'Whitfield'],
	['Tomas Keller Jr.', 'Keller'],
	['Ana María de la Cruz', 'Cruz'],
	['Whitfield, Esq.', 'Whitfield'],
	['Madonna', 'Madonna'],
])('the last name of %s is %s', (name, lastName) => {
	expect(lastNameOf(name)).toBe(lastName)
})

test('a last name may be typed without accents, and with the words before it', () => {
	const of = (name: string) => ({ name, lastName: lastNameOf(name) })
	expect(isLastName('ostergaard', of('Lena Östergaard'))).toBe(true)
	expect(isLastName('De la Cruz', of('Ana de la Cruz'))).toBe(true)
	expect(isLastName('Keller', of('Tomas Keller Jr.'))).toBe(true)
	for (const wrong of ['Dana', 'field', '', '-', 'Whitfiel'])
		expect(isLastName(wrong, of('Dana Whitfield')), wrong).toBe(false)
})
