import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, stat, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { refusal } from '#src/lib/errors.ts'
import { completeMedia } from '../contract.ts'
import type { Kind } from '../kinds.ts'
import { readFilm } from './film.ts'
import { ManyPixelsError, makeForms } from './pictures.ts'
import { toWebVtt } from './web-vtt.ts'

const { errors } = completeMedia

/** A file of this machine that is to be stored. */
export interface Checked {
	file: string
	ending: string
	type: string
	bytes: number
	sha256: string
	width?: number
	height?: number
}

export interface Inspected {
	/** The one that stands for all first. */
	files: Checked[]
	seconds?: number | undefined
}

const unreadable = {
	image: errors.notImage,
	pdf: errors.notPdf,
	audio: errors.notAudio,
	video: errors.notVideo,
	captions: errors.notCaptions,
} as const

/** Hex SHA-256 of a file, read as a stream. */
export async function sumOf(file: string): Promise<string> {
	const hash = createHash('sha256')
	await pipeline(createReadStream(file, { highWaterMark: 256 * 1024 }), hash)
	return hash.digest('hex')
}

const checked = async (file: string, ending: string, type: string, more: object = {}): Promise<Checked> => ({
	...{ file, ending, type, bytes: (await stat(file)).size, sha256: await sumOf(file) },
	...more,
})

/** What the first bytes say, whatever the file is called. */
async function typeOf(file: string): Promise<string | undefined> {
	const { fileTypeFromFile } = await import('file-type')
	// It throws where a file ends in the middle of what it promises.
	return (await fileTypeFromFile(file).catch(() => undefined))?.mime
}

type Scratch = (name: string) => Promise<string>

async function inspectImage(file: string, scratch: Scratch): Promise<Inspected> {
	const type = await typeOf(file)
	if (!type || !/^image\/(jpeg|png|webp|avif|gif)$/.test(type)) throw refusal(errors.notImage)
	const forms = await makeForms(file, (width) => scratch(`${width}.webp`)).catch((error: unknown) => {
		throw refusal(error instanceof ManyPixelsError ? errors.manyPixels : errors.notImage)
	})
	const files = forms.map(({ file, width, height }) => checked(file, 'webp', 'image/webp', { width, height }))
	return { files: (await Promise.all(files)).toReversed() }
}

async function inspectPdf(file: string): Promise<Inspected> {
	const handle = await open(file)
	const { buffer } = await handle.read(Buffer.alloc(5), 0, 5, 0).finally(() => handle.close())
	if (buffer.toString('latin1') !== '%PDF-') throw refusal(errors.notPdf)
	return { files: [await checked(file, 'pdf', 'application/pdf')] }
}

const SOUNDS: Record<string, [ending: string, type: string]> = {
	'audio/mpeg': ['mp3', 'audio/mpeg'],
	'audio/x-m4a': ['m4a', 'audio/mp4'],
	'audio/mp4': ['m4a', 'audio/mp4'],
	'audio/ogg': ['ogg', 'audio/ogg'],
	'audio/opus': ['opus', 'audio/ogg'],
}

/** Some programs put parameters behind the type. */
const plain = (type = '') => type.split(';')[0]?.trim() ?? ''

async function inspectAudio(file: string): Promise<Inspected> {
	const [ending, type] = SOUNDS[plain(await typeOf(file))] ?? []
	if (!ending || !type) throw refusal(errors.notAudio)
	return { files: [await checked(file, ending, type)] }
}

async function inspectVideo(file: string): Promise<Inspected> {
	const type = plain(await typeOf(file))
	if (type === 'video/webm') return { files: [await checked(file, 'webm', type)] }
	if (!['video/mp4', 'video/x-m4v'].includes(type)) throw refusal(errors.notVideo)
	const film = await readFilm(file)
	if (!film) throw refusal(errors.notVideo)
	if (film.codings.some((coding) => /^(hvc1|hev1|dvh1|dvhe)$/.test(coding))) throw refusal(errors.hevc)
	if (!film.startsAtOnce) throw refusal(errors.lateStart)
	return { files: [await checked(file, 'mp4', 'video/mp4')], seconds: film.seconds }
}

async function inspectCaptions(file: string, scratch: Scratch): Promise<Inspected> {
	const text = toWebVtt(await readFile(file))
	if (text === undefined) throw refusal(errors.notCaptions)
	const target = await scratch('captions.vtt')
	await writeFile(target, text, { mode: 0o600 })
	return { files: [await checked(target, 'vtt', 'text/vtt; charset=utf-8')] }
}

const inspectors = {
	image: inspectImage,
	pdf: inspectPdf,
	audio: inspectAudio,
	video: inspectVideo,
	captions: inspectCaptions,
} as const satisfies Record<Kind, (file: string, scratch: Scratch) => Promise<Inspected>>

/**
 * Looks whether a file is what it says, and makes of it what is to be stored.
 * @param scratch gives paths for what is made. @throws {ApiError} the sentence of `completeMedia` for what is wrong.
 */
export const inspect = (kind: Kind, file: string, scratch: Scratch): Promise<Inspected> =>
	inspectors[kind](file, scratch)

/** What is said of a file of this kind that is none. */
export const unreadableOf = (kind: Kind) => unreadable[kind]
