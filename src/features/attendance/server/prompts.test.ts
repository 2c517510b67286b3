import { expect, test } from 'vitest'
import { codeOf, openPrompt, readCode } from './prompts.ts'

test('codes have four unmistakable letters or digits, and differ by seed and prompt', () => {
	const codes = Array.from({ length: 500 }, (_, index) => codeOf('one', index))
	for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}$/)
	expect(new Set(codes.join('')).size).toBe(31)
	expect(codeOf('one', 0)).toBe(codes[0])
	expect(codeOf('another', 0)).not.toBe(codes[0])
})

test('prompts become due by watched time, one after another', () => {
	const prompts = [
		{ atMs: 30_000, enteredAt: null },
		{ atMs: 60_000, enteredAt: null },
	]
	expect(openPrompt(prompts, 29_999, 100_000)).toBeUndefined()
	expect(openPrompt(prompts, 70_000, 100_000)).toBe(0)
	const [first, second] = prompts
	const answered = [{ atMs: 30_000, enteredAt: 1 }, ...(second ? [second] : [])]
	expect(openPrompt(answered, 59_999, 100_000)).toBeUndefined()
	expect(openPrompt(answered, 60_000, 100_000)).toBe(1)
	// At the very end, 98 percent are enough.
	expect(openPrompt(first ? [{ ...first, atMs: 100_000 }] : [], 98_000, 100_000)).toBe(0)
})

test('codes may be typed in lowercase, with spaces and hyphens', () => {
	expect(readCode(' k7-m p')).toBe('K7MP')
})
