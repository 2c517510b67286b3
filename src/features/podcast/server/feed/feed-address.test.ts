import { expect, test } from 'vitest'
import { checkedAddresses, checkFeedUrl, isPublicAddress } from './feed-address.ts'

test.each(['8.8.8.8', '93.184.215.14', '::ffff:8.8.8.8', '2001:4860:4860::8888', '2606:2800:21f::1'])(
	'%s is public',
	(address) => {
		expect(isPublicAddress(address)).toBe(true)
	},
)

test.each([
	...['127.0.0.1', '127.8.8.8', '0.0.0.0', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
	...[
		'192.0.2.1',
		'198.18.0.1',
		'198.51.100.1',
		'203.0.113.1',
		'192.88.99.1',
		'224.0.0.1',
		'240.0.0.1',
		'255.255.255.255',
	],
	...[
		'::',
		'::1',
		'::127.0.0.1',
		'::ffff:127.0.0.1',
		'::ffff:10.0.0.1',
		'64:ff9b::7f00:1',
		'64:ff9b:1::1',
		'2002:7f00:1::',
	],
	...['fe80::1', 'fec0::1', 'fc00::1', 'fd12::1', 'ff02::1', '2001:db8::1', '2001::1', '5f00::1', '4000::1'],
	...['localhost', '', '1.2.3'],
])('%j is not public', (address) => {
	expect(isPublicAddress(address)).toBe(false)
})

const resolve = async () => [
	{ address: '8.8.8.8', family: 4 },
	{ address: '10.0.0.1', family: 4 },
]

test('rejects a host name if any of its addresses is private', async () => {
	await expect(checkedAddresses('mixed.example', isPublicAddress, resolve)).rejects.toMatchObject({
		failure: 'private-address',
		message: expect.stringContaining('mixed.example (10.0.0.1)'),
	})
})

test.each(['http://0x7f.1/', 'http://2130706433/', 'http://[::ffff:7f00:1]/', 'http://127.1/'])(
	'rejects %s, which resolves to loopback',
	async (address) => {
		const { hostname } = checkFeedUrl(address)
		await expect(checkedAddresses(hostname, isPublicAddress, resolve)).rejects.toMatchObject({
			failure: 'private-address',
		})
	},
)

test.each([
	'file:///etc/passwd',
	'ftp://a.example/',
	'gopher://a.example/',
	'https://me:secret@a.example/feed',
	'nonsense',
])('rejects the feed URL %s without revealing its password', (address) => {
	expect(() => checkFeedUrl(address)).toThrow(expect.objectContaining({ failure: 'address' }))
	expect(() => checkFeedUrl(address)).not.toThrow(/secret/)
})
