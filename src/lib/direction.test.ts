import { expect, test } from 'vitest'
import { isolate, isRightToLeft } from './direction.ts'

test.each([
	['שלום', true],
	['مرحبا', true],
	['Dana כהן', true],
	['Dana Whitfield', false],
	['Łukasz Żak', false],
])('%s has letters from right to left: %s', (text, expected) => expect(isRightToLeft(text)).toBe(expected))

test('sets a name in Hebrew apart and leaves others as they are', () => {
	expect(isolate('דנה כהן')).toBe('\u2068דנה כהן\u2069')
	expect(isolate('Dana')).toBe('Dana')
})
