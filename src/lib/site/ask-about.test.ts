import { expect, test } from 'vitest'
import { askAbout, episodeFromQuery } from './ask-about.ts'

const asked = (address: string) => episodeFromQuery(new URL(address, 'https://club.example').searchParams)

test('the form for a question about an episode gets its path and the position in whole seconds', () => {
	expect(asked(askAbout('the-first-call', 754.9))).toBe('/podcast/the-first-call?t=754')
	expect(asked(askAbout('the-first-call', 0.4))).toBe('/podcast/the-first-call')
})

test.each([
	'/questions/new',
	'/questions/new?episode=',
	'/questions/new?episode=//evil.example',
	'/questions/new?episode=a%0Ab',
	`/questions/new?episode=${'a'.repeat(101)}`,
])('%s gives no episode', (address) => {
	expect(asked(address)).toBe('')
})

test.each(['1e3', '-5', '12:34', '1234567'])('%s is not a position in seconds', (second) => {
	expect(asked(`/questions/new?episode=fees&t=${second}`)).toBe('/podcast/fees')
})
