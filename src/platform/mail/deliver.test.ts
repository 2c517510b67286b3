import { expect, test } from 'vitest'
import { isMailAddress } from './deliver.ts'

test.each([
	['dana@example.com', true],
	["o'brien+law@sub.example.co.uk", true],
	['dana@example', false],
	['dana@[127.0.0.1]', false],
	['"a b"@example.com', false],
	['dana@example.com, other@example.com', false],
	['dana@example.com\r\nBcc: x@example.com', false],
	['<dana@example.com>', false],
	['a@b@example.com', false],
	['.dana@example.com', false],
	['@host:dana@example.com', false],
	['', false],
])('%j as an address: %s', (address, expected) => {
	expect(isMailAddress(address)).toBe(expected)
})
