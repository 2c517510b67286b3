import { expect, test } from 'vitest'
import { areAlike, soundOf } from './word-sound.ts'

test.each([
	['license', 'lisence', 'license', 'lisense'],
	['probation', 'probashun', 'probacion', 'probasion'],
	['copyright', 'copyrite', 'copiright'],
	['physician', 'fisician', 'phizishun'],
	['knight', 'night', 'nite'],
	['occurrence', 'ocurrance', 'occurence'],
	['independent', 'indipendant'],
	['exhibit', 'exibit', 'eksibit'],
	['guarantee', 'garantee', 'garanty'],
	['allege', 'alledge', 'alege'],
	['schedule', 'skedule'],
	['discipline', 'disiplin'],
	['quash', 'kwash'],
	['writ', 'rit'],
])('%s sounds as %s', (word, ...others) => {
	for (const other of others) expect(soundOf(other), other).toBe(soundOf(word))
})

test.each([
	['legal', 'local'],
	['tort', 'tarts'],
	['statute', 'status'],
	['custody', 'costly'],
	['appeal', 'people'],
])('%s does not sound as %s', (one, other) => expect(soundOf(one)).not.toBe(soundOf(other)))

test('confuses a letter only with its own kind', () => {
	expect([areAlike('c', 's'), areAlike('a', 'e'), areAlike('d', 't')]).toEqual([true, true, true])
	expect([areAlike('n', 'r'), areAlike('l', 'h'), areAlike(undefined, 'l')]).toEqual([false, false, false])
})
