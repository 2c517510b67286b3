import { readFile } from 'node:fs/promises'

const PROGRESSIVE_FRAME = 0xc2
const SCAN = 0xda
const COEFFICIENTS = 64
/** Height of two rows of blocks: both are incomplete where a picture was truncated. */
const BLOCK_ROWS = 32

/** Returns whether a marker has no payload: an escaped byte, a restart, the start of the file. */
const hasNoPayload = (marker: number) => marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)

/** Yields the markers of a JPEG and their positions, and skips the coded data between them. */
function* markersOf(bytes: Buffer): Generator<[marker: number, at: number]> {
	let at = bytes.indexOf(0xff, 2)
	while (at !== -1 && at + 10 < bytes.length) {
		const marker = bytes[at + 1] ?? 0
		const isFill = marker === 0xff
		yield [marker, at]
		const length = isFill || hasNoPayload(marker) ? 0 : bytes.readUInt16BE(at + 2)
		at = bytes.indexOf(0xff, at + (isFill ? 1 : 2 + length))
	}
}

/** Records the coefficients per component that a scan completes to the last bit. */
function addScan(bytes: Buffer, at: number, done: Map<number, Set<number>>): void {
	const count = bytes[at + 4] ?? 0
	const [first = 0, last = 0, bits = 0] = bytes.subarray(at + 5 + 2 * count)
	if ((bits & 15) !== 0) return
	for (let index = 0; index < count; index++) {
		const id = bytes[at + 5 + 2 * index] ?? 0
		const known = done.get(id) ?? new Set()
		for (let coefficient = first; coefficient <= last && coefficient < COEFFICIENTS; coefficient++)
			known.add(coefficient)
		done.set(id, known)
	}
}

/** Returns whether a progressive JPEG has the last bit of each coefficient, so that all its scans have started. */
function hasEveryScan(bytes: Buffer): boolean {
	const done = new Map<number, Set<number>>()
	let components = 0
	for (const [marker, at] of markersOf(bytes)) {
		if (marker === PROGRESSIVE_FRAME) components = bytes[at + 9] ?? 0
		if (marker === SCAN) addScan(bytes, at, done)
	}
	return components > 0 && done.size === components && [...done.values()].every(({ size }) => size === COEFFICIENTS)
}

/**
 * Returns whether a truncated JPEG lacks only its last lines or its finest scan. Browsers show such a picture; half a
 * picture is rejected.
 */
export async function isNearlyWhole(file: string): Promise<boolean> {
	if (hasEveryScan(await readFile(file))) return true
	const { default: sharp } = await import('sharp')
	const picture = sharp(file, { sequentialRead: true, failOn: 'error' })
	const { width, height } = await picture.metadata()
	// Decodes from the top down to here. The decoder reads two rows of blocks ahead.
	const checked = Math.min(Math.floor(height * 0.95), height - BLOCK_ROWS)
	const region = { left: 0, top: 0, width, height: Math.max(1, checked) }
	return picture
		.extract(region)
		.resize(1, 1)
		.toBuffer()
		.then(
			() => true,
			() => false,
		)
}
