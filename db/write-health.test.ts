import { expect, test, vi } from 'vitest'
import { writeHealth } from './write-health.ts'

const MIB = 1024 * 1024

/** Returns a fake `statfs` with this many free blocks. */
const disk = (bavail: number, { bsize = 4096, blocks = 100_000 } = {}) => vi.fn(async () => ({ bavail, bsize, blocks }))

test.each([
	['a megabyte free', disk(MIB / 4096), true],
	['one block less', disk(MIB / 4096 - 1), false],
	['a megabyte free in other blocks', disk(1, { bsize: MIB }), true],
	['nothing free', disk(0), false],
	['an unknown size', disk(0, { blocks: 0 }), true],
])('checks a disk with %s', async (_, statDisk, expected) => {
	const probe = vi.fn()
	expect(await writeHealth('/var/club/club.db', statDisk).isWritable(probe)).toBe(expected)
	expect(statDisk.mock.calls).toEqual([['/var/club']])
	expect(probe).not.toHaveBeenCalled()
})

test("does not check a server's disk", async () => {
	const statDisk = disk(0)
	expect(await writeHealth(undefined, statDisk).isWritable(async () => undefined)).toBe(true)
	expect(statDisk).not.toHaveBeenCalled()
})
