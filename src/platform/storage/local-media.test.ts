import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as folders from './folder.ts'
import { localMedia } from './local-media.ts'

// Mocks the sync, because a test cannot make a disk accept bytes and then fail to store them.
const disk = { failure: undefined as Error | undefined, syncs: 0 }

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-local-media-'))
	disk.failure = undefined
	vi.spyOn(folders, 'syncFolder').mockImplementation(async () => {
		disk.syncs++
		if (disk.failure) throw disk.failure
	})
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function* content() {
	yield Buffer.from('abcd')
}
const part = (number: number) => ({ number, offset: (number - 1) * 4, bytes: 4 })

test('discards parts that the disk failed to store, even if they are still in memory', async () => {
	const store = localMedia(folder)
	disk.failure = Object.assign(new Error('EIO'), { code: 'EIO' })
	await store.putPart('u1', part(1), content())
	disk.failure = undefined
	await store.putPart('u1', part(2), content())
	await expect(store.gather('u1', 2)).rejects.toThrow('EIO')
	// The client must send the parts again.
	expect(await store.listParts('u1')).toEqual([])
	await store.putPart('u1', part(1), content())
	await store.putPart('u1', part(2), content())
	expect(await store.gather('u1', 2)).toBe(join(folder, 'incoming', 'u1', 'data'))
})

test('starts to sync a part to disk once it is written', async () => {
	const before = disk.syncs
	await localMedia(folder).putPart('u1', part(1), content())
	expect(disk.syncs).toBe(before + 1)
})
