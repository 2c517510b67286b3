import { expect, test } from 'vitest'
import { networkOf } from './addresses.ts'

test.each([
	['203.0.113.77', '203.0.113.0/24'],
	['::ffff:203.0.113.77', '203.0.113.0/24'],
	['2001:db8:12:3456::1', '2001:db8:12::/48'],
	['unknown', ''],
])('truncates %s to %s', (address, network) => {
	expect(networkOf(address)).toBe(network)
})
