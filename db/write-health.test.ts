import { expect, test, vi } from 'vitest'
import { writeHealth } from './write-health.ts'

const MIB = 1024 * 1024

/** Returns a disk with this much space for the database. */
const disk = (bavail: number, { bsize = 4096, blocks = 100_000 } = {}) => vi.fn(async () => ({ bavail, bsize, blocks }))

test.each([
	['a megabyte free', disk(MIB / 4096), true],
	['one block less', disk(MIB / 4096 - 1), false],
	['a megabyte free in other blocks', disk(1, { bsize: MIB }), true],
	['nothing free', disk(0), false],
	['an unknown size', disk(0, { blocks: 0 }), true],
])('with %s on its disk', async (_, statDisk, expected) => {
	const probe = vi.fn()
	expect(await writeHealth('/var/club/club.db', statDisk).isWritable(probe)).toBe(expected)
	expect(statDisk.mock.calls).toEqual([['/var/club']])
	expect(probe).not.toHaveBeenCalled()
})

test("a server's disk is not looked at", async () => {
	const statDisk = disk(0)
	expect(await writeHealth(undefined, statDisk).isWritable(async () => undefined)).toBe(true)
	expect(statDisk).not.toHaveBeenCalled()
})
