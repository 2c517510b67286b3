import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { migrations } from '#db/inspect.ts'
import { headSchema, MANIFEST, type Manifest, manifestSchema, mediaFile, tableFile, VERSION } from './manifest.ts'

/** A file that cannot be imported, with the reason. Nothing was changed. */
export class ArchiveError extends Error {
	override name = 'ArchiveError'
}

/** Maximum size of the manifest, which is read into memory: 100,000 media files take about 20 MB. */
const MAX_MANIFEST_BYTES = 128 * 1024 * 1024
/** Maximum compression ratio: rows shrink to a tenth, a zip bomb to a thousandth. */
const MAX_RATIO = 300
const SMALL_BYTES = 1024 * 1024
const STORED = 0

export interface Archive {
	readonly manifest: Manifest
	/** Streams a file. The stream fails if the checksum does not match. */
	read(name: string): AsyncGenerator<Buffer>
	close(): void
}

const damagedError = (file: string, what: string, cause?: unknown) =>
	new ArchiveError(`${file} is damaged, incomplete, or not an export of Second Chair: ${what}. Nothing was imported.`, {
		cause,
	})

/** Reads the ZIP's directory. Rejects duplicate names and sizes beyond the file. */
async function entriesOf(zip: ZipFile, file: string, fileBytes: number): Promise<Map<string, Entry>> {
	const entries = new Map<string, Entry>()
	let packed = 0
	for await (const entry of zip.eachEntry()) {
		const { fileName, compressedSize, uncompressedSize } = entry
		if (entries.has(fileName)) throw damagedError(file, `${fileName} is in it twice`)
		entries.set(fileName, entry)
		packed += compressedSize
		// Overlapping entries are a zip bomb too.
		if (packed > fileBytes) throw damagedError(file, 'its files are larger than the archive itself')
		if (uncompressedSize > Math.max(SMALL_BYTES, compressedSize * MAX_RATIO))
			throw damagedError(file, `${fileName} would expand to more than ${MAX_RATIO} times its size`)
	}
	return entries
}

async function readManifest(zip: ZipFile, entry: Entry | undefined, file: string): Promise<Manifest> {
	if (!entry) throw damagedError(file, `there is no ${MANIFEST} in it`)
	if (entry.uncompressedSize > MAX_MANIFEST_BYTES) throw damagedError(file, `${MANIFEST} is too long`)
	const bytes = await buffer(await zip.openReadStreamPromise(entry))
	// The manifest contains the checksums of all other files; its own checksum is in the ZIP.
	if (crc32(bytes) !== entry.crc32) throw damagedError(file, `${MANIFEST} is not what was exported`)
	let content: unknown
	try {
		content = JSON.parse(bytes.toString())
	} catch (error) {
		throw damagedError(file, `${MANIFEST} is not JSON`, error)
	}
	const head = headSchema.safeParse(content)
	if (!head.success) throw damagedError(file, `${MANIFEST} is not one of ours`)
	const { version, migration } = head.data
	if (version > VERSION || !migrations().some(({ tag }) => tag === migration))
		throw new ArchiveError(
			`${file} was written by another, newer version of Second Chair (format ${version}, schema ${migration}). Import it with that version. Nothing was imported.`,
		)
	const manifest = manifestSchema.safeParse(content)
	if (!manifest.success)
		throw damagedError(file, `${MANIFEST} does not have the form that this version writes`, manifest.error)
	return manifest.data
}

type Sums = Map<string, { bytes: number; sha256: string }>

function sumsOf({ tables, media }: Manifest): Sums {
	const sums: Sums = new Map()
	for (const table of tables) sums.set(tableFile(table.name), table)
	for (const file of media) sums.set(mediaFile(file.key), file)
	return sums
}

/** Checks that the manifest and the ZIP's directory list the same files with the same sizes. */
function assertListed(file: string, entries: ReadonlyMap<string, Entry>, sums: Sums): void {
	for (const [name, { bytes }] of sums) {
		const entry = entries.get(name)
		if (!entry) throw damagedError(file, `${name} is missing`)
		if (entry.uncompressedSize !== bytes) throw damagedError(file, `${name} has the wrong length`)
		if (name.startsWith('media/') && entry.compressionMethod !== STORED)
			throw damagedError(file, `${name} is compressed`)
	}
	for (const name of entries.keys())
		if (name !== MANIFEST && !sums.has(name)) throw damagedError(file, `${name} does not belong in it`)
}

async function openContents(zip: ZipFile, file: string): Promise<Omit<Archive, 'close'>> {
	const entries = await entriesOf(zip, file, (await stat(file)).size)
	const manifest = await readManifest(zip, entries.get(MANIFEST), file)
	const sums = sumsOf(manifest)
	assertListed(file, entries, sums)
	return {
		manifest,
		async *read(name) {
			const [entry, sum] = [entries.get(name), sums.get(name)]
			if (!entry || !sum) throw damagedError(file, `${name} is missing`)
			const hash = createHash('sha256')
			try {
				const content: Readable = await zip.openReadStreamPromise(entry)
				for await (const piece of content as AsyncIterable<Buffer>) {
					hash.update(piece)
					yield piece
				}
			} catch (error) {
				throw damagedError(file, `${name} cannot be read`, error)
			}
			if (hash.digest('hex') !== sum.sha256) throw damagedError(file, `${name} is not what was exported`)
		},
	}
}

/**
 * Opens an export and checks everything that can be checked without unpacking.
 * @throws {ArchiveError}
 */
export async function openArchive(file: string): Promise<Archive> {
	if (!(await stat(file).catch(() => undefined))?.isFile()) throw new ArchiveError(`There is no file ${file}`)
	let zip: ZipFile | undefined
	try {
		// yauzl rejects names that point outside the folder, and stops reading a file that is longer than listed.
		zip = await openPromise(file, { lazyEntries: true, autoClose: false })
		const opened = zip
		return { ...(await openContents(opened, file)), close: () => opened.close() }
	} catch (error) {
		zip?.close()
		throw error instanceof ArchiveError ? error : damagedError(file, (error as Error).message, error)
	}
}

/** Reads the whole archive and verifies every checksum. @throws {ArchiveError} */
export async function verifyArchive({ manifest, read }: Archive): Promise<void> {
	for (const name of sumsOf(manifest).keys())
		for await (const _ of read(name)) {
			// Reading verifies the checksum.
		}
}
