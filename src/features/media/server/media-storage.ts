import { httpError } from '#src/lib/api/errors.ts'
import { env } from '#src/platform/env/env.ts'
import { log } from '#src/platform/log.ts'
import type { MediaStore } from '#src/platform/storage/media-store.ts'
import { openMediaStore } from '#src/platform/storage/open-media.ts'
import { StorageError } from '#src/platform/storage/storage.ts'

let storePromise: Promise<MediaStore> | undefined

/** Returns the store of this process, opened on first use. */
export function mediaStore(): Promise<MediaStore> {
	storePromise ??= openMediaStore(env().media)
	return storePromise
}

/** Replaces the store; undefined restores the one from the settings. */
export function setMediaStore(store: MediaStore | undefined): void {
	storePromise = store && Promise.resolve(store)
}

type StorageFailure = readonly [status: number, text: string]

/** Runs `work`. A storage failure becomes an error that says what to do; the cause is logged. */
export async function withStorage<T>(
	errors: { away: StorageFailure; noRoom?: StorageFailure },
	work: () => Promise<T>,
): Promise<T> {
	try {
		return await work()
	} catch (error) {
		if (!(error instanceof StorageError)) throw error
		log.error({ err: error }, error.message)
		throw httpError(error.isFull && errors.noRoom ? errors.noRoom : errors.away, { retryAfter: 60 })
	}
}
