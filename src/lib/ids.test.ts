import { expect, test } from 'vitest'
import { idStart, idTime, isId, NEW_ID, newId } from './ids.ts'

test('an id tells when it was made, and sorts by it', () => {
	const id = newId()
	const at = idTime(id)
	expect(Math.abs(at - Date.now())).toBeLessThan(60_000)
	expect(id > idStart(at) && id < idStart(at + 1)).toBe(true)
	expect(idTime(newId())).toBeGreaterThan(at)
})

test('an id has the shape of one', () => {
	for (const id of [newId(), '001-time-management', '00seed0000000comment1', `${newId()}-reset`])
		expect(isId(id), id).toBe(true)
	for (const text of ['', 'x.css', 'x;.js', 'a b', 'a,b', 'é', '..', 'a'.repeat(101), 'x\n'])
		expect(isId(text), text).toBe(false)
})

test('a new id is told from anything else by its form', () => {
	const id = newId()
	// Of the last instant that has room in one: `newId` itself would make no earlier one for the tests that follow.
	for (const made of [newId(0), id, `${idStart(2 ** 50 - 1)}0123456789`]) expect(made).toMatch(NEW_ID)
	for (const text of [
		'',
		id.slice(1),
		`${id}0`,
		`${id}\n`,
		id.toUpperCase(),
		...'ilou-_'.split('').map((at) => at + id.slice(1)),
	])
		expect(text, text).not.toMatch(NEW_ID)
})
