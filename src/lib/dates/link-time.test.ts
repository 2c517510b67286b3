import { expect, it } from 'vitest'
import { parseTime, timeInUrl } from './link-time.ts'

const at = (url: string) => timeInUrl(new URL(url, 'https://club.example/podcast/one'))

it('parses all formats of a time', () => {
	expect(at('?t=754')).toBe(754)
	expect(at('?t=12:34')).toBe(754)
	expect(at('?t=1:02:03')).toBe(3723)
	expect(at('?t=12m34s')).toBe(754)
	expect(at('?t=1h2m3s')).toBe(3723)
	expect(at('?t=90s')).toBe(90)
	expect(at('?t=106:24')).toBe(6384)
	expect(at('#t=754')).toBe(754)
	expect(at('?t=0')).toBe(0)
	expect(at('?t=12M34S')).toBe(754)
})

it('accepts a time past the end, which the player reports', () => {
	expect(at('?t=99999')).toBe(99_999)
	expect(at('?t=99999999')).toBe(99_999_999)
	expect(at('?t=30:00:00')).toBe(108_000)
	expect(parseTime('99999')).toBeUndefined()
})

it('prefers the query to the fragment, and ignores a paragraph link', () => {
	expect(at('?t=10#t=754')).toBe(10)
	expect(at('?t=754#t-748')).toBe(754)
	expect(at('#t-748')).toBeUndefined()
	expect(at('')).toBeUndefined()
})

it.each(['', ' ', 'abc', '-5', '12:3', '1:2:3:4', '12.5', '1e9', 'NaN', '99999999', '24:00:00', 'm', '12m34'])(
	'rejects %j',
	(text) => expect(parseTime(text)).toBeUndefined(),
)
