import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as contracts from '#src/features/media/contract.ts'
import { setMediaStore } from '#src/features/media/server/media-storage.ts'
import { localMedia } from '#src/platform/storage/local-media.ts'
import {
	admin,
	announce,
	arrivedParts,
	bucket,
	finish,
	getFile,
	itemOf,
	longVideo,
	sendPart,
	setUpMedia,
} from '#tests/support/media/media.ts'
import { sampleVideo, sha256 } from '#tests/support/media/media-samples.ts'
import { hasSmallDisks, mountSmallDisk } from '#tests/support/servers/small-disk.ts'

/** An announced upload. */
interface AnnouncedUpload {
	id: string
	partSize: number
	parts: number
}

setUpMedia()

test.skipIf(!hasSmallDisks())(
	'uploads leave a twentieth of a small disk free, because the database may be on it',
	async () => {
		const size = 2 * 1024 * 1024
		const disk = mountSmallDisk(size)
		try {
			setMediaStore(localMedia(disk?.folder ?? ''))
			const video = longVideo()
			const { id, partSize } = (await announce(admin, video, { name: 'a.mp4' })).json as AnnouncedUpload
			// Other files take almost all of the first part's space.
			writeFileSync(join(disk?.folder ?? '', 'filler'), Buffer.alloc(size - partSize - size / 25))
			const first = video.subarray(0, partSize)
			const reply = await sendPart(admin, id, 1, first)
			expect([reply.status, reply.text]).toEqual([503, contracts.putMediaPart.errors.noRoom[1]])
			rmSync(join(disk?.folder ?? '', 'filler'))
			expect((await sendPart(admin, id, 1, first)).status).toBe(204)
		} finally {
			disk?.remove()
		}
	},
)

test.skipIf(!hasSmallDisks())(
	'a disk that fills up during a part is reported, and the part does not count',
	async () => {
		const disk = mountSmallDisk(1024 * 1024)
		try {
			setMediaStore(localMedia(disk?.folder ?? ''))
			const video = longVideo()
			const { id, partSize } = (await announce(admin, video, { name: 'a.mp4' })).json as AnnouncedUpload
			expect((await sendPart(admin, id, 1, video.subarray(0, partSize))).status).toBe(204)
			const replies = []
			for (const part of [2, 3]) {
				const bytes = video.subarray((part - 1) * partSize, part * partSize)
				replies.push(await sendPart(admin, id, part, bytes))
			}
			const full = replies.find(({ status }) => status !== 204)
			expect([full?.status, full?.text]).toEqual([503, contracts.putMediaPart.errors.noRoom[1]])
			expect(await arrivedParts(id)).toContain(1)
			expect((await arrivedParts(id)).length).toBeLessThan(3)
		} finally {
			disk?.remove()
		}
	},
)

test.skipIf(!hasSmallDisks())(
	"a bucket's file is not joined on a disk without space, and completes once there is some",
	async () => {
		setMediaStore(bucket())
		const video = longVideo()
		const { id, partSize, parts } = (await announce(admin, video, { name: 'a.mp4' })).json as AnnouncedUpload
		for (let part = 1; part <= parts; part++)
			await sendPart(admin, id, part, video.subarray((part - 1) * partSize, part * partSize))
		const disk = mountSmallDisk(1024 * 1024)
		try {
			setMediaStore(bucket(disk?.folder))
			const reply = await finish(admin, id, video)
			expect([reply.status, reply.text]).toEqual([503, contracts.completeMedia.errors.noRoom[1]])
			expect(readdirSync(join(disk?.folder ?? '', 'scratch'))).toEqual([])
			expect(await arrivedParts(id)).toEqual([1, 2, 3])
		} finally {
			disk?.remove()
		}
		setMediaStore(bucket())
		const again = await finish(admin, id, video)
		expect(again.status, again.text).toBe(200)
		expect(sha256((await getFile(itemOf(again).url)).bytes)).toBe(sha256(video))
	},
)

test.skipIf(!hasSmallDisks())(
	'a film whose index must move needs as much free space as its size, and completes once there is enough',
	async () => {
		const disk = mountSmallDisk(4 * 1024 * 1024)
		try {
			setMediaStore(localMedia(disk?.folder ?? ''))
			const film = sampleVideo({ startsAtOnce: false, bytes: contracts.SMALL_PART * 3 })
			const { id, partSize, parts } = (await announce(admin, film, { name: 'a.mp4' })).json as AnnouncedUpload
			for (let part = 1; part <= parts; part++)
				await sendPart(admin, id, part, film.subarray((part - 1) * partSize, part * partSize))
			const filler = join(disk?.folder ?? '', 'filler')
			writeFileSync(filler, Buffer.alloc(1024 * 1024))
			const reply = await finish(admin, id, film)
			expect([reply.status, reply.text]).toEqual([503, contracts.completeMedia.errors.noRoom[1]])
			expect(readdirSync(join(disk?.folder ?? '', 'scratch'))).toEqual([])
			rmSync(filler)
			const again = await finish(admin, id, film)
			expect(again.status, again.text).toBe(200)
			expect((await getFile(itemOf(again).url)).bytes).toHaveLength(film.length)
		} finally {
			disk?.remove()
		}
	},
)
