import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import * as contracts from '#src/features/media/contract.ts'
import { setMediaStore } from '#src/features/media/server/media-storage.ts'
import * as uploadsInProgress from '#src/features/media/server/uploads-in-progress.ts'
import { callApi } from '#tests/support/api/api.ts'
import { admin, announce, bucket, finish, getFile, itemOf, sendPart, setUpMedia } from '#tests/support/media/media.ts'
import { samplePdf, sha256 } from '#tests/support/media/media-samples.ts'

setUpMedia()
afterEach(() => {
	vi.restoreAllMocks()
})

describe('two nodes completing one upload after a gateway timeout', () => {
	const start = async () => {
		const store = bucket()
		setMediaStore(store)
		const { id } = (await announce(admin, samplePdf, { name: 'a.pdf' })).json as { id: string }
		await sendPart(admin, id, 1, samplePdf)
		// Checks in progress are tracked per process, so the second node must not see them.
		vi.spyOn(uploadsInProgress, 'withCheck').mockImplementation((_, check) => check())
		return { store, id }
	}
	/** Completes the upload on the other node while this one is at `step`. */
	const onOtherNode = (id: string) => {
		let answer: ReturnType<typeof finish> | undefined
		const step = async () => {
			answer ??= finish(admin, id, samplePdf)
			await answer
		}
		return { step, answer: () => answer }
	}

	test('keep the file and both report success', async () => {
		const { store, id } = await start()
		const other = onOtherNode(id)
		setMediaStore({
			...store,
			async keep(key, file) {
				setMediaStore(store)
				await store.keep(key, file)
				await other.step()
			},
		})
		const first = await finish(admin, id, samplePdf)
		expect([first.status, (await other.answer())?.status]).toEqual([200, 200])
		const file = await getFile(itemOf(first).url)
		expect([file.status, file.bytes.length]).toEqual([200, samplePdf.length])
		expect(await db().select().from(audit).where(eq(audit.action, 'media.added'))).toHaveLength(1)
	})

	test('succeed even if one removes the parts that the other one needs', async () => {
		const { store, id } = await start()
		const other = onOtherNode(id)
		setMediaStore({
			...store,
			async listParts(upload) {
				setMediaStore(store)
				await other.step()
				return store.listParts(upload)
			},
		})
		const first = await finish(admin, id, samplePdf)
		expect(first.status).toBe(200)
		expect((await getFile(itemOf(first).url)).status).toBe(200)
	})

	test('do not accept a completion with another checksum', async () => {
		const { store, id } = await start()
		const other = onOtherNode(id)
		setMediaStore({
			...store,
			async listParts(upload) {
				setMediaStore(store)
				await other.step()
				return store.listParts(upload)
			},
		})
		const reply = await callApi(contracts.completeMedia, {
			...{ as: admin, params: { id }, body: { sha256: sha256(Buffer.from('another')) } },
		})
		expect([reply.status, reply.text]).toEqual([...contracts.completeMedia.errors.damaged])
	})
})
