import { beforeEach, expect, test } from 'vitest'
import { CallListener, signCall } from './signed-calls.ts'

const body = '{"kind":"publish","upTo":5}'
const NOW = 1_800_000_000_000
let listener: CallListener
beforeEach(() => {
	listener = new CallListener('two')
})

test('accepts a call to this node with its body, and verifies that the response is from the called node', () => {
	const call = signCall('two', body, NOW)
	const verified = listener.verify(call.signature, NOW)
	expect(verified?.hasBody(Buffer.from(body))).toBe(true)
	expect(verified?.hasBody(Buffer.from(body.replace('5', '6')))).toBe(false)
	const answer = '{"done":true}'
	const signature = verified?.signAnswer(answer) ?? ''
	expect(call.isAnswer(answer, signature)).toBe(true)
	expect(call.isAnswer('{"done":false}', signature)).toBe(false)
	expect(call.isAnswer(answer, null)).toBe(false)
	expect(signCall('two', body, NOW).isAnswer(answer, signature)).toBe(false)
})

test('accepts a call only once, even if the clock of the sender is ahead', () => {
	const call = signCall('two', body, NOW + 100_000)
	expect(listener.verify(call.signature, NOW)).toBeDefined()
	for (const later of [0, 1, 100_000, 219_999, 220_001, 500_000])
		expect(listener.verify(call.signature, NOW + later), String(later)).toBeUndefined()
})

test('rejects calls to another node, old calls and forged calls', () => {
	expect(listener.verify(signCall('one', body, NOW).signature, NOW)).toBeUndefined()
	expect(listener.verify(signCall('two', body, NOW - 120_001).signature, NOW)).toBeUndefined()
	const [time, nonce, hash, mac = ''] = signCall('two', body, NOW).signature.split('.')
	const forged = [
		undefined,
		'',
		'...',
		[time, nonce, hash].join('.'),
		[time, nonce, hash, ''].join('.'),
		[time, nonce, hash, mac, mac].join('.'),
		[time, nonce, hash, `${mac.slice(0, -1)}${mac.endsWith('A') ? 'B' : 'A'}`].join('.'),
		[Number(time) + 1, nonce, hash, mac].join('.'),
		[time, `${nonce}x`, hash, mac].join('.'),
		[time, nonce, 'x', mac].join('.'),
		['NaN', nonce, hash, mac].join('.'),
	]
	for (const signature of forged) expect(listener.verify(signature, NOW), signature).toBeUndefined()
	expect(listener.verify([time, nonce, hash, mac].join('.'), NOW)).toBeDefined()
})
