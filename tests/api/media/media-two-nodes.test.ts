import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import * as contracts from '#src/features/media/contract.ts'
import { takeMediaStore } from '#src/features/media/server/media-storage.ts'
import * as inHand from '#src/features/media/server/uploads-in-progress.ts'
import { callApi } from '#tests/support/api/api.ts'
import { admin, announce, bucket, finish, getFile, itemOf, sendPart, setUpMedia } from '#tests/support/media.ts'
import { samplePdf, sha256 } from '#tests/support/media-samples.ts'

setUpMedia()
afterEach(() => {
	vi.restoreAllMocks()
})

describe('two nodes that complete one upload, since a gateway gave up waiting and asked again', () => {
	const start = async () => {
		const store = bucket()
		takeMediaStore(store)
		const { id } = (await announce(admin, samplePdf, { name: 'a.pdf' })).json as { id: string }
		await sendPart(admin, id, 1, samplePdf)
		// A process knows of its own checks alone.
		vi.spyOn(inHand, 'withCheck').mockImplementation((_, check) => check())
		return { store, id }
	}
	/** What the other node answers, which is done while this one is at `step`. */
	const inBetween = (id: string) => {
		let answer: ReturnType<typeof finish> | undefined
		const step = async () => {
			answer ??= finish(admin, id, samplePdf)
			await answer
		}
		return { step, answer: () => answer }
	}

	test('keep the file, and both say that it is there', async () => {
		const { store, id } = await start()
		const other = inBetween(id)
		takeMediaStore({
			...store,
			async keep(key, file) {
				takeMediaStore(store)
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

	test('also where one takes the parts away that the other still looks for', async () => {
		const { store, id } = await start()
		const other = inBetween(id)
		takeMediaStore({
			...store,
			async listParts(upload) {
				takeMediaStore(store)
				await other.step()
				return store.listParts(upload)
			},
		})
		const first = await finish(admin, id, samplePdf)
		expect(first.status).toBe(200)
		expect((await getFile(itemOf(first).url)).status).toBe(200)
	})

	test('what was completed as something else is not taken for the same', async () => {
		const { store, id } = await start()
		const other = inBetween(id)
		takeMediaStore({
			...store,
			async listParts(upload) {
				takeMediaStore(store)
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
