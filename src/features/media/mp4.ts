// Headers of MP4 and QuickTime files (ISO 14496-12), read in the same way before and after an upload.

/** Reads up to `length` bytes at an offset; fewer at the end of the file. */
export type Read = (at: number, length: number) => Promise<Uint8Array>

interface Box {
	type: string
	start: number
	/** Where its content starts. */
	content: number
	end: number
}

export interface Film {
	/** Whole seconds; undefined if the file has no duration. */
	seconds: number | undefined
	/** Media type (`vide`, `soun`) and codec (`avc1`, `mp4a`) of each track. */
	tracks: Array<{ handler: string; coding: string }>
	/** The boxes of the file. */
	boxes: Box[]
	moov: Box
	/** The content of `moov`. */
	index: Uint8Array
	/** Whether the index precedes the data, so the film plays while it loads. */
	isIndexFirst: boolean
	/** Whether the file ends within its last box. */
	isTruncated: boolean
}

/** Maximum number of boxes to read. A fragmented stream may have more, but its index comes first. */
const MAX_BOXES = 2_000
/** Largest index to read, in bytes: 24 hours of video need less. */
const MAX_INDEX = 64 * 1024 * 1024

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const letters = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))

/** Reads the header of a box at an offset; undefined if there is none. @param limit end of a box without a length. */
function boxAt(head: Uint8Array, start: number, limit: number): Box | undefined {
	if (head.length < 8) return undefined
	const view = viewOf(head)
	const short = view.getUint32(0)
	const isLong = short === 1 && head.length >= 16
	const length = isLong ? Number(view.getBigUint64(8)) : short === 0 ? limit - start : short
	const content = start + (isLong ? 16 : 8)
	return start + length < content ? undefined : { type: letters(head, 4), start, content, end: start + length }
}

async function topBoxes(read: Read, size: number): Promise<Box[]> {
	const boxes: Box[] = []
	for (let at = 0; at < size && boxes.length < MAX_BOXES; ) {
		const box = boxAt(await read(at, 16), at, size)
		if (!box) break
		boxes.push(box)
		at = box.end
	}
	return boxes
}

/** Returns the boxes at a path within bytes. */
function find(bytes: Uint8Array, [type, ...rest]: readonly string[], from = 0, to = bytes.length): Box[] {
	const found: Box[] = []
	for (let at = from; at < to; ) {
		const box = boxAt(bytes.subarray(at, Math.min(at + 16, to)), at, to)
		if (!box) break
		const end = Math.min(box.end, to)
		if (box.type === type) found.push(...(rest.length > 0 ? find(bytes, rest, box.content, end) : [{ ...box, end }]))
		at = box.end
	}
	return found
}

function secondsOf(index: Uint8Array): number | undefined {
	const [head] = find(index, ['mvhd'])
	if (!head || head.end - head.content < 32) return undefined
	const view = viewOf(index.subarray(head.content, head.end))
	const isLong = view.getUint8(0) === 1
	const scale = view.getUint32(isLong ? 20 : 12)
	const length = isLong ? Number(view.getBigUint64(24)) : view.getUint32(16)
	// A fragmented stream has no length in its index.
	return scale > 0 && length > 0 && length / scale < 1_000_000 ? Math.round(length / scale) : undefined
}

const tracksOf = (index: Uint8Array) =>
	find(index, ['trak']).map(({ content, end }) => {
		const [handler] = find(index, ['mdia', 'hdlr'], content, end)
		const [table] = find(index, ['mdia', 'minf', 'stbl', 'stsd'], content, end)
		return {
			// After version, flags and four reserved bytes.
			handler: handler ? letters(index, handler.content + 8) : '',
			// After version, flags, the number of entries and the length of the first.
			coding: table ? letters(index, table.content + 12) : '',
		}
	})

/** Reads the headers of a film; undefined if it has no complete index. */
export async function readFilm(read: Read, size: number): Promise<Film | undefined> {
	const boxes = await topBoxes(read, size)
	const moov = boxes.find(({ type }) => type === 'moov')
	if (!moov || moov.end > size || moov.end - moov.content > MAX_INDEX) return undefined
	const index = await read(moov.content, moov.end - moov.content)
	const data = boxes.findIndex(({ type }) => type === 'mdat')
	if (data === -1 || index.length < moov.end - moov.content) return undefined
	return {
		...{ boxes, moov, index, seconds: secondsOf(index), tracks: tracksOf(index) },
		isIndexFirst: boxes.indexOf(moov) < data,
		isTruncated: (boxes.at(-1)?.end ?? 0) > size,
	}
}

/** A table of positions in the file, with 32 or 64 bits each. */
interface Offsets {
	count: number
	get(at: number): number
	/** Returns whether the value fits. */
	set(at: number, offset: number): boolean
}

/** Returns the tables with the sample positions of a film; undefined if a table is longer than its box. */
function offsetsOf(index: Uint8Array): Offsets[] | undefined {
	const tables: Offsets[] = []
	for (const type of ['stco', 'co64'])
		for (const { content, end } of find(index, ['trak', 'mdia', 'minf', 'stbl', type])) {
			const width = type === 'stco' ? 4 : 8
			if (end - content < 8) return undefined
			const view = viewOf(index.subarray(content, end))
			const count = view.getUint32(4)
			if (8 + count * width > end - content) return undefined
			tables.push({
				count,
				get: (at) => (width === 4 ? view.getUint32(8 + at * 4) : Number(view.getBigUint64(8 + at * 8))),
				set(at, offset) {
					if (width === 8) view.setBigUint64(8 + at * 8, BigInt(offset))
					else if (offset > 0xff_ff_ff_ff) return false
					else view.setUint32(8 + at * 4, offset)
					return true
				},
			})
		}
	return tables
}

const isFragmented = ({ boxes, index }: Film) =>
	boxes.some(({ type }) => type === 'moof') || find(index, ['mvex']).length > 0

/** Returns whether all samples are within the data of the file, according to the index. */
function isIndexValid(film: Film): boolean {
	const data = film.boxes.filter(({ type }) => type === 'mdat')
	const isInData = (offset: number) => data.some(({ content, end }) => offset >= content && offset <= end)
	const isTableValid = ({ count, get }: Offsets) => {
		for (let at = 0; at < count; at++) if (!isInData(get(at))) return false
		return true
	}
	return offsetsOf(film.index)?.every(isTableValid) ?? false
}

/**
 * Returns the index of a film, adjusted for its new position after the first box and before the data; undefined if an
 * offset would not fit.
 */
export function indexForStart({ boxes, moov, index }: Film): Uint8Array | undefined {
	// Copies the bytes: on a `Buffer`, `slice` would share its memory.
	const adjusted = new Uint8Array(index)
	const first = boxes[0]?.end ?? 0
	const length = adjusted.length + 8
	for (const { count, get, set } of offsetsOf(adjusted) ?? [])
		for (let at = 0; at < count; at++) {
			const offset = get(at)
			// Data between the new and the old position of the index shifts by the length of the index.
			if (offset >= first && offset < moov.start && !set(at, offset + length)) return undefined
		}
	return adjusted
}

const HEVC = /^(hvc1|hev1|dvh1|dvhe)$/
const VIDEO = /^(avc[13]|av01|vp0[89])$/
const SOUND = /^(mp4a|Opus|fLaC|\.mp3|alac)$/

export type FilmProblem = 'incomplete' | 'hevc' | 'coding' | 'badIndex' | 'lateStart'

/** Returns the problem that keeps browsers from playing a film; undefined if none, or if only the index must move. */
export function problemOf(film: Film | undefined): FilmProblem | undefined {
	if (!film || film.isTruncated) return 'incomplete'
	const codings = (handler: string) => film.tracks.filter((one) => one.handler === handler).map(({ coding }) => coding)
	if (codings('vide').some((coding) => HEVC.test(coding))) return 'hevc'
	if (codings('vide').some((coding) => !VIDEO.test(coding)) || codings('soun').some((coding) => !SOUND.test(coding)))
		return 'coding'
	if (isFragmented(film)) return film.isIndexFirst ? undefined : 'lateStart'
	return isIndexValid(film) ? undefined : 'badIndex'
}
