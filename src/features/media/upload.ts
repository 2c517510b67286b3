import { httpError, isApiError } from '#src/lib/api/errors.ts'
import { readBytes } from '#src/lib/forms/read-file.ts'
import {
	completeMediaMutation,
	createMediaMutation,
	deleteMediaQuietlyMutation,
	listMediaPartsQuery,
	putMediaPartMutation,
} from './admin-queries.ts'
import { completeMedia, PARTS_AT_ONCE, type UploadedItem } from './contract.ts'
import { kindOf, type Purpose } from './kinds.ts'
import { startsLate } from './late-start.ts'

/** How far an upload is. */
export interface UploadProgress {
	/** Bytes that are there. */
	sent: number
	/** Bytes of all. */
	size: number
	/** Everything is there, and the server looks at it: of a long film for some seconds. */
	isChecking: boolean
}

export interface UploadOptions {
	purpose: Purpose
	/** Whether everybody may have it, which is so unless said; else those who may see what shows it. */
	isPublic?: boolean
	onProgress?(progress: UploadProgress): void
	/** Ends it. What arrived is taken back. */
	signal?: AbortSignal
}

/** Pauses before the next tries, in milliseconds: a way through a tunnel, a restart of the server. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000]

const pause = (ms: number, signal: AbortSignal | undefined) =>
	new Promise<void>((resolve, reject) => {
		signal?.throwIfAborted()
		const timer = setTimeout(resolve, ms)
		signal?.addEventListener('abort', () => {
			clearTimeout(timer)
			reject(signal.reason)
		})
	})

/** Whether another try may help: the connection, a proxy or the storage failed. */
const isPassing = (error: unknown) => !isApiError(error) || error.status >= 500 || error.status === 408

/** Whether a disk is full: nobody makes room while one waits, and who uploads is to hear of it. */
const isNoRoom = (error: unknown) => isApiError(error) && error.text === completeMedia.errors.noRoom[1]

/** Whether it is the file that was refused, and not who sends it: then nothing of it is to go on with. */
export const isRefused = (error: unknown) => isApiError(error) && [400, 409, 413].includes(error.status)

async function persist<T>(attempt: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
	for (const ms of PAUSES_MS) {
		try {
			return await attempt()
		} catch (error) {
			signal?.throwIfAborted()
			if (!isPassing(error) || isNoRoom(error)) throw error
			await pause(ms, signal)
		}
	}
	return attempt()
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

type Begun = Awaited<ReturnType<typeof createMediaMutation.mutationFn>>

/** Sends parts that are read one after the other, some at once; the first that fails ends the others. */
function senderOf({ id }: Begun, { signal }: UploadOptions) {
	const broken = new AbortController()
	const ended = signal ? AbortSignal.any([signal, broken.signal]) : broken.signal
	const onTheWay = new Set<Promise<void>>()

	async function send(part: number, content: Blob): Promise<void> {
		const params = { id, part: String(part) }
		await persist(() => putMediaPartMutation.mutationFn({ params, body: content, signal: ended }), ended)
	}

	return {
		/** Resolves as soon as there is room for another one. @throws what went wrong with one before it */
		async add(part: number, content: Blob, onSent: () => void): Promise<void> {
			const sending = send(part, content).then(onSent)
			onTheWay.add(sending)
			sending.then(
				() => onTheWay.delete(sending),
				(error: unknown) => broken.abort(error),
			)
			if (onTheWay.size >= PARTS_AT_ONCE) await Promise.race(onTheWay)
			ended.throwIfAborted()
		},
		/** Resolves when all are there. */
		all: () => Promise.all(onTheWay),
	}
}

/** Sends the parts that are not there yet, and adds up the sum of all on the way. @returns the sum. */
async function sendParts(file: File, begun: Begun, options: UploadOptions): Promise<string> {
	const { id, partSize, parts } = begun
	const { onProgress, signal } = options
	// The sum of a long file cannot be taken at once, which is all that a browser offers by itself.
	const { sha256 } = await import('@noble/hashes/sha2.js')
	const { there, isReady } = await persist(
		() => listMediaPartsQuery(id).queryFn({ signal: signal ?? new AbortController().signal }),
		signal,
	)
	const isThere = new Set(there)
	const hash = sha256.create()
	const sender = senderOf(begun, options)
	let sent = 0
	for (let part = 1; part <= parts; part++) {
		const content = file.slice((part - 1) * partSize, part * partSize)
		hash.update(await readBytes(content))
		signal?.throwIfAborted()
		const onSent = () => {
			sent += content.size
			onProgress?.({ sent, size: file.size, isChecking: false })
		}
		// Somebody else, or another tab, sent the same file and was done first: only its sum is asked for.
		if (isReady || isThere.has(part)) onSent()
		else await sender.add(part, content, onSent)
	}
	await sender.all()
	return hex(hash.digest())
}

async function attempt(file: File, begun: Begun, options: UploadOptions): Promise<UploadedItem> {
	const { onProgress, signal } = options
	onProgress?.({ sent: 0, size: file.size, isChecking: false })
	const sha256 = await sendParts(file, begun, options)
	onProgress?.({ sent: file.size, size: file.size, isChecking: true })
	return persist(() => completeMediaMutation.mutationFn({ id: begun.id, sha256, signal }), signal)
}

const isDamaged = (error: unknown) => isApiError(error) && error.status === 409

/** @throws {ApiError} 400 for a film that the server would refuse once all of it was sent. */
async function assertEarlyStart(file: File): Promise<void> {
	if (kindOf(file.name, file.type) !== 'video') return
	const isLate = await startsLate((at, length) => readBytes(file.slice(at, at + length)))
	if (isLate) throw httpError(completeMedia.errors.lateStart)
}

/**
 * Uploads a file in parts. One whose upload was interrupted goes on where it stopped, also after a reload and in
 * another browser: the server knows it by its name and length.
 * @returns what became of it; `url` is its address.
 * @throws {ApiError} a sentence for who chose the file. The reason of `signal`, where that ended it.
 */
export async function uploadFile(file: File, options: UploadOptions): Promise<UploadedItem> {
	const { purpose, isPublic = true, signal } = options
	await assertEarlyStart(file)
	const body = { name: file.name, size: file.size, type: file.type, purpose, isPublic }
	const begun = await createMediaMutation.mutationFn({ body, signal })
	try {
		return await attempt(file, begun, options).catch((error: unknown) => {
			// The parts that were there may have been of another file of that name: once more, from the beginning.
			if (!isDamaged(error)) throw error
			return attempt(file, begun, options)
		})
	} catch (error) {
		if (signal?.aborted || isRefused(error))
			await deleteMediaQuietlyMutation.mutationFn(begun.id).catch(() => undefined)
		throw error
	}
}
