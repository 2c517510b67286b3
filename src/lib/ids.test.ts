import { expect, test } from 'vitest'
import { isId, newId } from './ids.ts'

test('an id has the shape of one', () => {
	for (const id of [newId(), '001-time-management', '00seed0000000comment1', `${newId()}-reset`])
		expect(isId(id), id).toBe(true)
	for (const text of ['', 'x.css', 'x;.js', 'a b', 'a,b', 'é', '..', 'a'.repeat(101), 'x\n'])
		expect(isId(text), text).toBe(false)
})
