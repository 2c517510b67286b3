import { expect, onTestFinished, test, vi } from 'vitest'
import { idAt, idStart, idTime, isId, NEW_ID, newId } from './ids.ts'

test('an id contains its creation time and sorts by it', () => {
	const id = newId()
	const at = idTime(id)
	expect(Math.abs(at - Date.now())).toBeLessThan(60_000)
	expect(id > idStart(at) && id < idStart(at + 1)).toBe(true)
	expect(idTime(newId())).toBeGreaterThan(at)
})

test('an id for another time, or a clock that was once wrong, does not affect later ids', () => {
	vi.useFakeTimers({ toFake: ['Date'] })
	onTestFinished(() => void vi.useRealTimers())
	const now = Date.now()
	expect(idTime(idAt(now + 5 * 3_600_000))).toBe(now + 5 * 3_600_000)
	expect(idTime(newId()) - now).toBeLessThan(1_000)
	vi.setSystemTime(now + 86_400_000)
	newId()
	vi.setSystemTime(now + 2_000)
	const first = newId()
	expect(idTime(first) - now).toBeLessThan(3_000)
	expect(newId() > first).toBe(true)
})

test('an id has the right format', () => {
	for (const id of [newId(), '001-time-management', '00seed0000000comment1', `${newId()}-reset`])
		expect(isId(id), id).toBe(true)
	for (const text of ['', 'x.css', 'x;.js', 'a b', 'a,b', 'é', '..', 'a'.repeat(101), 'x\n'])
		expect(isId(text), text).toBe(false)
})

test('NEW_ID matches only new ids', () => {
	const id = newId()
	for (const made of [idAt(0), id, idAt(2 ** 50 - 1)]) expect(made).toMatch(NEW_ID)
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
