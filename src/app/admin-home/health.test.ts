import { expect, test } from 'vitest'
import { isNearlyFull } from './health.ts'

const GB = 1e9

test.each([
	['less than a gigabyte of a small disk', { free: 0.9 * GB, size: 5 * GB }, true],
	['a few of a large one', { free: 9 * GB, size: 400 * GB }, true],
	['a twentieth of a very large one', { free: 60 * GB, size: 2_000 * GB }, false],
	['a fifth of a small one', { free: 4 * GB, size: 20 * GB }, false],
])('%s', (_, disk, expected) => expect(isNearlyFull(disk)).toBe(expected))
