import { expect, test } from 'vitest'
import { askAbout, episodeFromQuery } from './ask-about.ts'

const asked = (address: string) => episodeFromQuery(new URL(address, 'https://club.example').searchParams)

test('a question about an episode brings its address and whole second', () => {
	expect(asked(askAbout('the-first-call', 754.9))).toBe('/podcast/the-first-call?t=754')
	expect(asked(askAbout('the-first-call', 0.4))).toBe('/podcast/the-first-call')
})

test.each([
	'/questions/new',
	'/questions/new?episode=',
	'/questions/new?episode=//evil.example',
	'/questions/new?episode=a%0Ab',
	`/questions/new?episode=${'a'.repeat(101)}`,
])('%s brings none', (address) => {
	expect(asked(address)).toBe('')
})

test.each(['1e3', '-5', '12:34', '1234567'])('%s is no second', (second) => {
	expect(asked(`/questions/new?episode=fees&t=${second}`)).toBe('/podcast/fees')
})
