import { httpError, isApiError } from '#src/lib/api/errors.ts'
import { readBytes } from '#src/lib/forms/read-file.ts'
import {
	completeMediaMutation,
	createMediaMutation,
	deleteMediaQuietlyMutation,
	listMediaPartsQuery,
	putMediaPartMutation,
} from './admin-queries.ts'
import { completeMedia, filmErrors, MAX_CONCURRENT_PARTS, type UploadedItem } from './contract.ts'
import { problemAtStart } from './first-bytes.ts'
import { kindOf, kinds, type Purpose, purposes } from './kinds.ts'

/** Progress of an upload. */
export interface UploadProgress {
	/** Bytes that have arrived. */
	sent: number
	size: number
	/** Whether all bytes have arrived and the server is checking the file: some seconds for a long video. */
	isChecking: boolean
}

export interface UploadOptions {
	purpose: Purpose
	/** Whether the file is public, the default; otherwise only readers of its uses may get it. */
	isPublic?: boolean
	onProgress?(progress: UploadProgress): void
	/** Aborts the upload and deletes the parts that have arrived. */
	signal?: AbortSignal
}

/** Backoff in milliseconds: covers a tunnel or a restart of the server. */
const BACKOFF_MS = [1_000, 2_000, 4_000, 8_000, 15_000]

const pause = (ms: number, signal: AbortSignal | undefined) =>
	new Promise<void>((resolve, reject) => {
		signal?.throwIfAborted()
		const timer = setTimeout(resolve, ms)
		signal?.addEventListener('abort', () => {
			clearTimeout(timer)
			reject(signal.reason)
		})
	})

/** Returns whether to retry: the connection, a proxy or the storage failed. */
const isRetryable = (error: unknown) => !isApiError(error) || error.status >= 500 || error.status === 408

/** Returns whether the disk is full: waiting does not help, so the upload fails immediately. */
const isDiskFull = (error: unknown) => isApiError(error) && error.text === completeMedia.errors.noRoom[1]

/** Returns whether the file itself was rejected, rather than the caller: then the upload cannot be resumed. */
export const isRefused = (error: unknown) => isApiError(error) && [400, 409, 413].includes(error.status)

async function withRetries<T>(attempt: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
	for (const ms of BACKOFF_MS) {
		try {
			return await attempt()
		} catch (error) {
			signal?.throwIfAborted()
			if (!isRetryable(error) || isDiskFull(error)) throw error
			await pause(ms, signal)
		}
	}
	return attempt()
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

type StartedUpload = Awaited<ReturnType<typeof createMediaMutation.mutationFn>>

/** Sends parts concurrently; the first failure aborts the others. */
function createSender({ id }: StartedUpload, { signal }: UploadOptions) {
	const failure = new AbortController()
	const stopSignal = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal
	const inFlight = new Set<Promise<void>>()

	async function send(part: number, content: Blob): Promise<void> {
		const params = { id, part: String(part) }
		await withRetries(() => putMediaPartMutation.mutationFn({ params, body: content, signal: stopSignal }), stopSignal)
	}

	return {
		/** Resolves when another part can be added. @throws the failure of an earlier part */
		async add(part: number, content: Blob, onSent: () => void): Promise<void> {
			const sending = send(part, content).then(onSent)
			inFlight.add(sending)
			sending.then(
				() => inFlight.delete(sending),
				(error: unknown) => failure.abort(error),
			)
			if (inFlight.size >= MAX_CONCURRENT_PARTS) await Promise.race(inFlight)
			stopSignal.throwIfAborted()
		},
		/** Resolves when all parts have arrived. */
		all: () => Promise.all(inFlight),
	}
}

/** Sends the missing parts and hashes the file along the way. @returns the hash. */
async function sendParts(file: File, upload: StartedUpload, options: UploadOptions): Promise<string> {
	const { id, partSize, parts } = upload
	const { onProgress, signal } = options
	// Web Crypto cannot hash a stream, and a long file does not fit in memory.
	const { sha256 } = await import('@noble/hashes/sha2.js')
	const { there, isReady } = await withRetries(
		() => listMediaPartsQuery(id).queryFn({ signal: signal ?? new AbortController().signal }),
		signal,
	)
	const arrived = new Set(there)
	const hash = sha256.create()
	const sender = createSender(upload, options)
	let sent = 0
	for (let part = 1; part <= parts; part++) {
		const content = file.slice((part - 1) * partSize, part * partSize)
		hash.update(await readBytes(content))
		signal?.throwIfAborted()
		const onSent = () => {
			sent += content.size
			onProgress?.({ sent, size: file.size, isChecking: false })
		}
		// If another tab has completed the same file, only the hash is needed.
		if (isReady || arrived.has(part)) onSent()
		else await sender.add(part, content, onSent)
	}
	await sender.all()
	return hex(hash.digest())
}

async function attempt(file: File, upload: StartedUpload, options: UploadOptions): Promise<UploadedItem> {
	const { onProgress, signal } = options
	onProgress?.({ sent: 0, size: file.size, isChecking: false })
	const sha256 = await sendParts(file, upload, options)
	onProgress?.({ sent: file.size, size: file.size, isChecking: true })
	return withRetries(() => completeMediaMutation.mutationFn({ id: upload.id, sha256, signal }), signal)
}

const isDamaged = (error: unknown) => isApiError(error) && error.status === 409

/** @throws {ApiError} 400 for a file that the server would reject after it was sent. */
async function assertReadable(file: File, purpose: Purpose): Promise<void> {
	const kind = kindOf(file.name, file.type)
	const allowed: readonly string[] = purposes[purpose]
	// The server says why another kind is not allowed.
	if (!kind || !allowed.includes(kind)) return
	const problem = await problemAtStart(kind, (at, length) => readBytes(file.slice(at, at + length)), file.size)
	if (!problem) return
	throw httpError(problem === 'unreadable' ? [400, kinds[kind].unreadable] : filmErrors[problem])
}

/**
 * Uploads a file in parts. An interrupted upload resumes, even after a reload or in another browser: the server
 * recognizes it by name and length.
 * @returns the uploaded item.
 * @throws {ApiError} with a message to show; after an abort, the reason of `signal`.
 */
export async function uploadFile(file: File, options: UploadOptions): Promise<UploadedItem> {
	const { purpose, isPublic = true, signal } = options
	await assertReadable(file, purpose)
	const body = { name: file.name, size: file.size, type: file.type, purpose, isPublic }
	const upload = await createMediaMutation.mutationFn({ body, signal })
	try {
		return await attempt(file, upload, options).catch((error: unknown) => {
			// The parts on the server may be of another file with this name: starts over once.
			if (!isDamaged(error)) throw error
			return attempt(file, upload, options)
		})
	} catch (error) {
		if (signal?.aborted || isRefused(error))
			await deleteMediaQuietlyMutation.mutationFn(upload.id).catch(() => undefined)
		throw error
	}
}
