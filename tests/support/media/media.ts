import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import {
	completeMedia,
	createMedia,
	getMediaFile,
	listMedia,
	listMediaParts,
	type MediaItem,
	putMediaPart,
	SMALL_PART,
} from '#src/features/media/contract.ts'
import type { Purpose } from '#src/features/media/kinds.ts'
import { setMediaStore } from '#src/features/media/server/media-storage.ts'
import { localMedia } from '#src/platform/storage/local-media.ts'
import type { MediaStore } from '#src/platform/storage/media-store.ts'
import { s3Media } from '#src/platform/storage/s3-media.ts'
import { callApi, insertAccount, type Principal, type Reply, signedIn, visitor } from '../api/api.ts'
import { freshDatabase, type TestDatabase } from '../api/database.ts'
import { type S3Server, startS3 } from '../servers/s3-server.ts'
import { sampleVideo, sha256 } from './media-samples.ts'

interface UploadOptions {
	name: string
	type?: string
	purpose?: Purpose
	isPublic?: boolean
}

/** Announces an upload of these bytes. */
export const announce = (
	as: Principal,
	bytes: Uint8Array,
	{ name, type = '', purpose = 'library', isPublic }: UploadOptions,
) =>
	callApi(createMedia, {
		as,
		body: { name, type, purpose, size: bytes.byteLength, ...(isPublic === undefined ? {} : { isPublic }) },
	})

export const sendPart = (as: Principal, id: string, part: number, rawBody: Uint8Array) =>
	callApi(putMediaPart, { as, params: { id, part: String(part) }, rawBody })

export const finish = (as: Principal, id: string, bytes: Uint8Array) =>
	callApi(completeMedia, { as, params: { id }, body: { sha256: sha256(bytes) } })

/** Uploads a whole file. @returns the last response */
export async function upload(as: Principal, bytes: Uint8Array, announced: UploadOptions): Promise<Reply> {
	const begun = await announce(as, bytes, announced)
	if (begun.status !== 201) return begun
	const { id, partSize, parts } = begun.json as { id: string; partSize: number; parts: number }
	for (let part = 1; part <= parts; part++) {
		const sent = await sendPart(as, id, part, bytes.subarray((part - 1) * partSize, part * partSize))
		if (sent.status !== 204) return sent
	}
	return finish(as, id, bytes)
}

export const itemOf = (reply: Reply) => reply.json as MediaItem

/** Both kinds of storage: a folder, and a bucket that uses the folder for uploads in progress. */
interface Stores {
	folder: string
	server: S3Server
	inFolder(): MediaStore
	/** Opens the bucket with small parts, so that test files have several, which are joined in `scratch`. */
	inBucket(scratch?: string): MediaStore
	discard(): Promise<void>
}

async function startStores(): Promise<Stores> {
	const folder = mkdtempSync(join(tmpdir(), 'second-chair-media-'))
	const server = await startS3()
	return {
		...{ folder, server },
		inFolder: () => localMedia(folder),
		inBucket: (scratch = folder) => s3Media({ ...server, prefix: 'media', scratch, pausesMs: [1], pieceBytes: 4_096 }),
		async discard() {
			setMediaStore(undefined)
			await server.stop()
			rmSync(folder, { recursive: true, force: true })
		},
	}
}

let database: TestDatabase
export let admin: Principal
let at: Stores
/** Folder of the storage. */
export let folder: string
export let server: S3Server
export const bucket = (scratch?: string): MediaStore => at.inBucket(scratch)

/** Sets up a club with an admin, a folder and a bucket for each test. Files are stored in the folder. */
export function setUpMedia(): void {
	beforeEach(async () => {
		database = await freshDatabase()
		at = await startStores()
		folder = at.folder
		server = at.server
		admin = await signedIn(await insertAccount({ role: 'admin' }))
		setMediaStore(at.inFolder())
	})
	afterEach(async () => {
		await at.discard()
		await database.discard()
	})
}

/** Names and openers of the storage kinds, for `describe.each` and `test.each`. */
export const stores: ReadonlyArray<[string, () => MediaStore]> = [
	['a folder', () => at.inFolder()],
	['a bucket', () => at.inBucket()],
]

/** Fetches a file by its URL. */
export function getFile(url: string, as = visitor(), headers: Record<string, string> = {}): Promise<Reply> {
	const [, , id = '', name = ''] = url.split('/')
	return callApi(getMediaFile, { as, params: { id, name }, headers })
}

/** Returns the parts of an upload that have arrived. */
export const arrivedParts = async (id: string) =>
	((await callApi(listMediaParts, { as: admin, params: { id } })).json as { there: number[] }).there

/** Fetches the library as the admin. */
export const listFiles = async (query: Record<string, string> = {}) =>
	(await callApi(listMedia, { as: admin, query })).json as MediaItem[]

/** Returns a video that needs several parts. */
export const longVideo = () => sampleVideo({ bytes: SMALL_PART * 2 + 777 })
