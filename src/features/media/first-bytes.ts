import type { Kind } from './kinds.ts'
import { type FilmProblem, problemOf, type Read, readFilm } from './mp4.ts'

/** PDF readers look for the header within this many bytes: scanners and court portals put other bytes first. */
export const PDF_HEADER_RANGE = 1024

/** First bytes of the files of each kind, as Latin-1. `?` matches any byte. */
const SIGNATURES: Partial<Record<Kind, readonly string[]>> = {
	image: ['\xff\xd8\xff', '\x89PNG', 'GIF8', 'RIFF????WEBP', '????ftyp'],
	document: ['PK\x03\x04'],
	audio: ['ID3', '\xff', 'OggS', '????ftyp'],
	video: ['????ftyp', '\x1aE\xdf\xa3'],
}

const matchesSignature = (text: string, signature: string) =>
	[...signature].every((letter, at) => letter === '?' || letter === text[at])

const isWebm = (text: string) => matchesSignature(text, '\x1aE\xdf\xa3')

export type FirstBytesProblem = FilmProblem | 'unreadable'

/**
 * Checks the first bytes of a file before it is sent, and for a film also the headers, wherever they are in the file.
 * Returns the problem, if any. The server checks the whole file later.
 */
export async function problemAtStart(kind: Kind, read: Read, size: number): Promise<FirstBytesProblem | undefined> {
	const text = [...(await read(0, PDF_HEADER_RANGE))].map((byte) => String.fromCharCode(byte)).join('')
	if (kind === 'pdf') return text.includes('%PDF-') ? undefined : 'unreadable'
	const signatures = SIGNATURES[kind]
	if (signatures && !signatures.some((signature) => matchesSignature(text, signature))) return 'unreadable'
	return kind === 'video' && !isWebm(text) ? problemOf(await readFilm(read, size)) : undefined
}
