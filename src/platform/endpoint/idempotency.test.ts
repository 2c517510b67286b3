import { expect, test } from 'vitest'
import { isAsSent } from './idempotency.ts'

const stands = { id: 'x', title: 'Fees', description: null, minutes: 60, at: '2030-01-01T00:00:00.000Z', version: 3 }

test.each([
	[{}, true],
	[{ title: 'Fees', minutes: 60 }, true],
	[{ title: 'Fees', description: null }, true],
	[{ at: new Date('2030-01-01T00:00:00Z') }, true],
	[{ title: 'Fees', minutes: undefined }, true],
	[{ publishAt: null }, true],
	[{ title: 'fees' }, false],
	[{ minutes: '60' }, false],
	[{ description: '' }, false],
	[{ at: new Date('2030-01-02T00:00:00Z') }, false],
	[{ title: 'Fees', publishAt: new Date(0) }, false],
])('compares %j with the stored record: %s', (sent, isIt) => {
	expect(isAsSent(stands, sent)).toBe(isIt)
})
