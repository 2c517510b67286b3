import { expect, test } from 'vitest'
import { isNearlyFull } from './health.ts'

const GB = 1e9

test.each([
	['0.9 of 5 GB', { free: 0.9 * GB, size: 5 * GB }, true],
	['9 of 400 GB', { free: 9 * GB, size: 400 * GB }, true],
	['60 of 2,000 GB', { free: 60 * GB, size: 2_000 * GB }, false],
	['4 of 20 GB', { free: 4 * GB, size: 20 * GB }, false],
])('decides whether a disk with %s free is nearly full', (_, disk, expected) =>
	expect(isNearlyFull(disk)).toBe(expected),
)
