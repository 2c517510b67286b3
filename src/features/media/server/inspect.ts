import { createHash } from 'node:crypto'
import { open, readFile, stat, writeFile } from 'node:fs/promises'
import { httpError } from '#src/lib/api/errors.ts'
import { completeMedia } from '../contract.ts'
import { PDF_HEADER_RANGE } from '../first-bytes.ts'
import { type Kind, kinds } from '../kinds.ts'
import { problemOf } from '../mp4.ts'
import { audioSeconds } from './audio.ts'
import { moveIndexFirst, readFilmFile } from './film.ts'
import { findHeif } from './heic/heif.ts'
import { LargeAnimationError, LargeHeicError, ManyPixelsError, makeSizes } from './pictures.ts'
import { toWebVtt } from './web-vtt.ts'

const { errors } = completeMedia
/** Bytes per read while hashing: small enough not to delay requests. */
const CHUNK_BYTES = 1024 * 1024

/** A local file to store. */
interface CheckedFile {
	file: string
	extension: string
	type: string
	bytes: number
	sha256: string
	width?: number
	height?: number
}

export interface Inspected {
	/** Starts with the main file. */
	files: CheckedFile[]
	seconds?: number | undefined
	/** Sentences about content that could not be read. */
	warnings?: string[]
}

/** Returns the hex SHA-256 of a file. Reuses one buffer: gigabytes of video leave no garbage to collect. */
export async function hashFile(file: string): Promise<string> {
	const hash = createHash('sha256')
	const handle = await open(file)
	try {
		const piece = Buffer.allocUnsafe(CHUNK_BYTES)
		for (;;) {
			const { bytesRead } = await handle.read(piece, 0, piece.length)
			if (bytesRead === 0) return hash.digest('hex')
			hash.update(piece.subarray(0, bytesRead))
		}
	} finally {
		await handle.close()
	}
}

/** The uploaded file with its hash. */
type UploadedFile = Pick<CheckedFile, 'file' | 'sha256'>

/** Describes an unchanged file. Takes its hash as given, since hashing a large video takes a long time. */
const unchangedFile = async (
	{ file, sha256 }: UploadedFile,
	extension: string,
	type: string,
): Promise<CheckedFile> => ({
	...{ file, extension, type, bytes: (await stat(file)).size, sha256 },
})

/** Describes a converted file. */
const convertedFile = async (
	file: string,
	extension: string,
	type: string,
	size: object = {},
): Promise<CheckedFile> => ({
	...(await unchangedFile({ file, sha256: await hashFile(file) }, extension, type)),
	...size,
})

/** Returns the type by the first bytes, regardless of the name. */
async function typeOf(file: string): Promise<string | undefined> {
	const { fileTypeFromFile } = await import('file-type')
	// Throws on a truncated file.
	return (await fileTypeFromFile(file).catch(() => undefined))?.mime
}

/** Returns the path of a temporary file. @throws {StorageError} if there is no room for that many bytes. */
type Scratch = (name: string, bytes?: number) => Promise<string>

async function inspectImage({ file }: UploadedFile, scratch: Scratch): Promise<Inspected> {
	const heif = await findHeif(file, scratch)
	if (!heif && !/^image\/(jpeg|a?png|webp|gif)$/.test((await typeOf(file)) ?? '')) throw httpError(errors.notImage)
	const forms = await makeSizes(heif?.file ?? file, (width) => scratch(`${width}.webp`)).catch((error: unknown) => {
		if (error instanceof LargeAnimationError) throw httpError(errors.longMovement)
		if (error instanceof ManyPixelsError) throw httpError(errors.manyPixels)
		if (error instanceof LargeHeicError) throw httpError(errors.largeHeic)
		throw httpError(heif && !heif.isAvif ? errors.heic : errors.notImage)
	})
	const files = forms.map(({ file, width, height }) => convertedFile(file, 'webp', 'image/webp', { width, height }))
	return { files: (await Promise.all(files)).toReversed() }
}

async function inspectPdf(upload: UploadedFile): Promise<Inspected> {
	const handle = await open(upload.file)
	const { buffer } = await handle
		.read(Buffer.alloc(PDF_HEADER_RANGE), 0, PDF_HEADER_RANGE, 0)
		.finally(() => handle.close())
	if (!/(?<![!-~])%PDF-/.test(buffer.toString('latin1'))) throw httpError(errors.notPdf)
	return { files: [await unchangedFile(upload, 'pdf', 'application/pdf')] }
}

/** Removes parameters that some programs append to the type. */
const withoutParameters = (type = '') => type.split(';')[0]?.trim() ?? ''

/** Extensions by type. Types for macros and templates are not included, and so are rejected. */
const DOCUMENTS = new Map(kinds.document.types.map((type, at) => [type, kinds.document.extensions[at]?.slice(1) ?? '']))

async function inspectDocument(upload: UploadedFile): Promise<Inspected> {
	const type = withoutParameters(await typeOf(upload.file))
	const extension = DOCUMENTS.get(type)
	if (!extension) throw httpError(errors.notDocument)
	return { files: [await unchangedFile(upload, extension, type)] }
}

const AUDIO_TYPES: Record<string, [extension: string, type: string]> = {
	'audio/mpeg': ['mp3', 'audio/mpeg'],
	'audio/x-m4a': ['m4a', 'audio/mp4'],
	'audio/mp4': ['m4a', 'audio/mp4'],
	'audio/ogg': ['ogg', 'audio/ogg'],
	'audio/opus': ['opus', 'audio/ogg'],
}

/** MP4 and related types. Phone recorders write audio into files that are declared as video. */
const VIDEO_TYPE = /^video\/(mp4|x-m4v|3gpp2?|quicktime)$/
/** Phone codecs that browsers do not play. */
const PHONE_CODECS = /^(samr|sawb|sawp|sevc|sqcp)$/

async function isAudioOnly(file: string): Promise<boolean> {
	const tracks = (await readFilmFile(file))?.tracks ?? []
	const hasTrack = (handler: string) => tracks.some((track) => track.handler === handler)
	return hasTrack('soun') && !hasTrack('vide') && !tracks.some(({ coding }) => PHONE_CODECS.test(coding))
}

async function inspectAudio(upload: UploadedFile): Promise<Inspected> {
	const found = withoutParameters(await typeOf(upload.file))
	const isM4a = VIDEO_TYPE.test(found) && (await isAudioOnly(upload.file))
	const [extension, type] = AUDIO_TYPES[isM4a ? 'audio/mp4' : found] ?? []
	if (!extension || !type) throw httpError(errors.notAudio)
	return { files: [await unchangedFile(upload, extension, type)], seconds: await audioSeconds(upload.file, extension) }
}

async function inspectVideo(upload: UploadedFile, scratch: Scratch): Promise<Inspected> {
	const type = withoutParameters(await typeOf(upload.file))
	if (type === 'video/webm') return { files: [await unchangedFile(upload, 'webm', type)] }
	if (!VIDEO_TYPE.test(type)) throw httpError(errors.notVideo)
	const film = await readFilmFile(upload.file)
	const problem = problemOf(film)
	if (problem || !film) throw httpError(errors[problem ?? 'incomplete'])
	if (film.isIndexFirst) return { files: [await unchangedFile(upload, 'mp4', 'video/mp4')], seconds: film.seconds }
	const target = await scratch('mp4', (await stat(upload.file)).size)
	if (!(await moveIndexFirst(upload.file, film, target))) throw httpError(errors.badIndex)
	return { files: [await convertedFile(target, 'mp4', 'video/mp4')], seconds: film.seconds }
}

async function inspectCaptions({ file }: UploadedFile, scratch: Scratch): Promise<Inspected> {
	const captions = await toWebVtt(await readFile(file))
	if (captions === undefined) throw httpError(errors.notCaptions)
	const target = await scratch('captions.vtt')
	await writeFile(target, captions.webVtt, { mode: 0o600 })
	const warnings = captions.warnings.map((warning) => `A caption was left out: ${warning}.`)
	return { files: [await convertedFile(target, 'vtt', 'text/vtt; charset=utf-8')], warnings }
}

const inspectors = {
	image: inspectImage,
	pdf: inspectPdf,
	document: inspectDocument,
	audio: inspectAudio,
	video: inspectVideo,
	captions: inspectCaptions,
} as const satisfies Record<Kind, (upload: UploadedFile, scratch: Scratch) => Promise<Inspected>>

/**
 * Checks that a file is of its kind, and converts it for storage.
 * @param scratch returns paths for temporary files. @throws {ApiError} the error of `completeMedia`.
 */
export const inspect = (kind: Kind, upload: UploadedFile, scratch: Scratch): Promise<Inspected> =>
	inspectors[kind](upload, scratch)
