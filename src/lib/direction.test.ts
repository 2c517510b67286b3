import { expect, test } from 'vitest'
import { directionOf, isolate, isRightToLeft, withoutIsolates } from './direction.ts'

test.each([
	['שלום', true],
	['مرحبا', true],
	['Dana כהן', true],
	['Dana Whitfield', false],
	['Łukasz Żak', false],
])('%s has right-to-left letters: %s', (text, expected) => expect(isRightToLeft(text)).toBe(expected))

test('isolates a Hebrew name and no others', () => {
	expect(isolate('דנה כהן')).toBe('\u2068דנה כהן\u2069')
	expect(isolate('Dana')).toBe('Dana')
})

test.each([
	['דנה כהן שאלה', 'rtl'],
	['1. מרחב', 'rtl'],
	['Dana and דנה', 'ltr'],
	[`${isolate('דנה')} asked`, 'ltr'],
	['12:30', 'ltr'],
])('%s runs %s', (text, direction) => expect(directionOf(text)).toBe(direction))

test('removes the isolation marks of a name', () =>
	expect(withoutIsolates(`${isolate('דנה')} asked`)).toBe('דנה asked'))
