import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { type MediaRow, media } from '#db/schema/media.ts'
import { write } from '#db/write.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import { plainSlug } from '#src/lib/text/slug.ts'
import { env } from '#src/platform/env/env.ts'
import { FileAnswer } from '#src/platform/http/files/file-reply.ts'
import { NotStoredError } from '#src/platform/storage/storage.ts'
import { PDF_HEADER_RANGE } from '../first-bytes.ts'
import { mediaStore, withStorage } from './media-storage.ts'
import { deleteRow } from './removal.ts'

// Private files of members, such as certificates. Stored unchanged, in the same storage as the club's files.

interface OwnType {
	type: string
	extension: string
	/** Matches file names with a correct extension. Other names get `extension`. */
	namePattern: RegExp
	kind: MediaRow['kind']
	matches: (bytes: Buffer) => boolean
}

const startsWith =
	(...start: number[]) =>
	(bytes: Buffer) =>
		start.every((byte, at) => bytes[at] === byte)

const TYPES: readonly OwnType[] = [
	{
		...{ type: 'application/pdf', extension: 'pdf', namePattern: /\.pdf$/i, kind: 'pdf' },
		// Only a byte order mark and spaces may precede the header: an HTML page could contain it farther down.
		matches: (bytes) => /^(?:\xef\xbb\xbf)?\s*%PDF-\d/.test(bytes.toString('latin1', 0, PDF_HEADER_RANGE)),
	},
	{
		...{ type: 'image/jpeg', extension: 'jpg', namePattern: /\.jpe?g$/i, kind: 'image' },
		matches: startsWith(0xff, 0xd8, 0xff),
	},
	{
		...{ type: 'image/png', extension: 'png', namePattern: /\.png$/i, kind: 'image' },
		matches: startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
	},
]

/** Limit for all of a member's files, in bytes, so that no member fills the club's storage. */
const MAX_OWN_BYTES = 200_000_000

/** A member's private file. */
interface OwnFile {
	mediaId: string
	name: string
}

async function evaluate(condition: SQL): Promise<boolean> {
	const [row] = await db().all<{ holds: number }>(sql`select ${condition} as holds`)
	return row?.holds === 1
}

async function store({ id, key, bytes }: { id: string; key: string; bytes: Buffer }): Promise<void> {
	const files = await mediaStore()
	const scratch = await files.scratchFile(`${id}.own`, bytes.length)
	await writeFile(scratch, bytes)
	await files.keep(key, scratch)
}

/**
 * Stores a member's own PDF, JPEG or PNG.
 * @returns undefined for other types; `full` or `ownFull` if the club's storage or the member's share is full.
 * @throws {StorageError}
 */
export async function keepOwnFile(
	owner: { id: string; name: string },
	upload: { name: string; bytes: Uint8Array },
): Promise<OwnFile | 'full' | 'ownFull' | undefined> {
	const bytes = Buffer.from(upload.bytes)
	const match = TYPES.find(({ matches }) => matches(bytes))
	if (!match) return undefined
	const id = newId()
	const sha256 = createHash('sha256').update(bytes).digest('hex')
	const slug = plainSlug(upload.name.replace(/\.[^.]*$/, '')) || 'certificate'
	const name = `${slug}.${match.extension}`
	const displayName = match.namePattern.test(upload.name) ? upload.name : `${upload.name || slug}.${match.extension}`
	const key = `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}.${id}`
	const files = [{ name, key, type: match.type, bytes: bytes.length, sha256 }]
	const now = Date.now()
	const isWithinLimit = sql`(select coalesce(sum(bytes), 0) from ${media} where owner_id = ${owner.id})
		+ ${bytes.length} <= ${MAX_OWN_BYTES}`
	// Recorded before it is stored, so that the cleanup finds it after a crash.
	const inserted = await db().run(sql`
		insert into ${media} (id, name, kind, state, is_public, size, part_size, bytes, sha256, files, created_at,
			created_by, created_by_id, unused_since, owner_id)
		select ${id}, ${displayName}, ${match.kind}, 'arriving', 0, ${bytes.length}, ${bytes.length},
			${bytes.length}, ${sha256}, ${JSON.stringify(files)}, ${now}, ${owner.name}, ${owner.id}, ${now}, ${owner.id}
		where (select coalesce(sum(bytes), 0) from ${media}) + ${bytes.length} <= ${env().media.quotaBytes}
			and ${isWithinLimit}`)
	if (inserted.rowsAffected === 0) return (await evaluate(isWithinLimit)) ? 'full' : 'ownFull'
	const isArriving = and(eq(media.id, id), eq(media.state, 'arriving'))
	try {
		await store({ id, key, bytes })
	} catch (error) {
		// A file that was not stored must not count toward the member's limit.
		const [row] = await db().select().from(media).where(isArriving)
		if (row) await write(...deleteRow(row, isArriving))
		throw error
	}
	await db().update(media).set({ state: 'ready', unusedSince: new Date() }).where(isArriving)
	return { mediaId: id, name: displayName }
}

/** SQL condition: a stored file of this member. */
export const isOwnFile = (ownerId: string) => and(eq(media.ownerId, ownerId), eq(media.state, 'ready'))

/** Returns a member's own file as a response; undefined if it is not the member's. Images and PDFs run no scripts. */
export async function ownFileAnswer(
	ownerId: string,
	id: string,
	errors: { lost: readonly [number, string]; away: readonly [number, string] },
): Promise<FileAnswer | undefined> {
	const [row] = await db()
		.select()
		.from(media)
		.where(and(eq(media.id, id), isOwnFile(ownerId)))
	const [file] = row?.files ?? []
	if (!row || !file) return undefined
	return new FileAnswer({
		...{ bytes: file.bytes, type: file.type, etag: `"${file.sha256}"`, downloadAs: row.name, protection: 'sandboxed' },
		// Revalidated each time, since access ends with the sign-in session.
		cacheControl: 'private, no-cache',
		open: (range) =>
			withStorage(errors, async () => {
				const store = await mediaStore()
				return store.read(file.key, range).catch((error: unknown) => {
					throw error instanceof NotStoredError ? httpError(errors.lost) : error
				})
			}),
	})
}
