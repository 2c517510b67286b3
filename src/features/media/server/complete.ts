import { rm } from 'node:fs/promises'
import { and, eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { type MediaRow, media, type StoredFile } from '#db/schema/media.ts'
import { write } from '#db/write.ts'
import { ApiError, httpError } from '#src/lib/api/errors.ts'
import { plainSlug } from '#src/lib/text/slug.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import type { MediaStore } from '#src/platform/storage/media-store.ts'
import type { UploadedItem } from '../contract.ts'
import * as contracts from '../contract.ts'
import { actions } from './audit-actions.ts'
import { hashFile, type Inspected, inspect } from './inspect.ts'
import { requireItem } from './library.ts'
import { mediaStore, withStorage } from './media-storage.ts'
import { partsOf, requireRow } from './uploads.ts'
import { withCheck } from './uploads-in-progress.ts'

const { completeMedia: complete } = contracts

/** Returns the storage records of checked files. A key contains hash and id, so keys are unique. */
function toStored(row: MediaRow, { files }: Inspected): StoredFile[] {
	const slug = plainSlug(row.name.replace(/\.[^.]*$/, '')) || row.kind
	return files.map(({ sha256, type, bytes, extension, width, height }, index) => ({
		name: index === 0 || !width ? `${slug}.${extension}` : `${slug}-${width}.${extension}`,
		key: `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}.${row.id}`,
		...{ type, bytes, sha256 },
		...(width && height ? { width, height } : {}),
	}))
}

/**
 * Returns the hash, or undefined for a missing file: an earlier run moved it and then failed to update the database.
 */
const hashIfExists = (file: string) =>
	hashFile(file).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return undefined
		throw error
	})

/** Assembles and checks an upload. @param tempFiles collects the paths of temporary files. */
async function check(store: MediaStore, row: MediaRow, sha256: string, tempFiles: string[]): Promise<Inspected> {
	const file = await store.gather(row.id, partsOf(row))
	if ((await hashIfExists(file)) !== sha256) {
		// The damaged part is unknown, so all parts have to be sent again.
		await store.dropParts(row.id)
		throw httpError(complete.errors.damaged)
	}
	return inspect(row.kind, { file, sha256 }, async (name, bytes) => {
		const path = await store.scratchFile(`${row.id}.${name}`, bytes)
		tempFiles.push(path)
		return path
	})
}

async function storeAll(
	store: MediaStore,
	row: MediaRow,
	inspected: Inspected,
	sha256: string,
	actor: { id: string; name: string },
) {
	const stored = toStored(row, inspected)
	const isArriving = and(eq(media.id, row.id), eq(media.state, 'arriving'))
	// Recorded before they are stored: the cleanup job can then remove them after a crash.
	const recorded = await db().update(media).set({ files: stored }).where(isArriving)
	if (recorded.rowsAffected === 0) return abandon(store, row, [])
	for (const [index, { key }] of stored.entries()) await store.keep(key, inspected.files[index]?.file ?? '')
	const bytes = stored.reduce((sum, file) => sum + file.bytes, 0)
	const { change } = await write({
		audit: recordAudit(
			{
				actor,
				action: actions['media.added'],
				subject: { type: 'media', id: row.id, name: row.name },
				detail: { kind: row.kind },
			},
			sql`exists (select 1 from ${media} where id = ${row.id} and state = 'arriving')`,
		),
		change: db()
			.update(media)
			// Repeats `files`: another node with the same upload may have recorded its own.
			.set({
				state: 'ready',
				files: stored,
				bytes,
				sha256,
				seconds: inspected.seconds ?? null,
				unusedSince: new Date(),
			})
			.where(isArriving),
	})
	if (change.rowsAffected === 0) await abandon(store, row, stored)
}

/**
 * Handles an upload that was deleted or completed elsewhere during the check. Removes stored files that the row does
 * not name. If the process crashes here after a deletion, the second removal of that deletion removes them.
 */
async function abandon(store: MediaStore, { id }: MediaRow, stored: readonly StoredFile[]): Promise<void> {
	const [current] = await db().select({ files: media.files }).from(media).where(eq(media.id, id))
	const storedKeys = new Set(current?.files.map(({ key }) => key))
	for (const { key } of stored) if (!storedKeys.has(key)) await store.remove(key)
	if (current) return
	await store.dropParts(id)
	throw httpError(complete.errors.notFound)
}

/** Completes an upload. @returns warnings about content that could not be read. */
async function finish(row: MediaRow, sha256: string, actor: { id: string; name: string }): Promise<string[]> {
	return withStorage(complete.errors, async () => {
		const store = await mediaStore()
		const arrived = new Set(await store.listParts(row.id))
		for (let part = 1; part <= partsOf(row); part++)
			if (!arrived.has(part)) throw new ApiError(complete.errors.missing[0], `Part ${part} is missing`)
		const tempFiles: string[] = []
		const warnings: string[] = []
		try {
			const inspected = await check(store, row, sha256, tempFiles)
			warnings.push(...(inspected.warnings ?? []))
			await storeAll(store, row, inspected, sha256, actor)
		} finally {
			for (const file of tempFiles) await rm(file, { force: true })
		}
		await store.dropParts(row.id)
		return warnings
	})
}

/** @throws {ApiError} 400 if the completed file with this id has another hash. */
function assertSame(row: MediaRow, sha256: string): void {
	if (row.sha256 !== sha256) throw httpError(complete.errors.damaged)
}

export const completeMedia: Service<typeof contracts.completeMedia> = async (
	{ params, body },
	{ user },
): Promise<UploadedItem> => {
	const row = await requireRow(params.id)
	let warnings: string[] = []
	if (row.state === 'arriving') {
		const failed = await withCheck(row.id, () => finish(row, body.sha256, user)).then(
			(result) => {
				warnings = result
				return undefined
			},
			(error: unknown) => ({ error }),
		)
		// If the file was just deleted, this throws 404 whatever failed. If another node completed it, the failure is
		// ignored: that node removed the parts that this one was reading.
		const current = await requireRow(row.id)
		if (failed && current.state === 'arriving') throw failed.error
		assertSame(current, body.sha256)
	} else assertSame(row, body.sha256)
	return { ...(await requireItem(row.id)), ...(warnings.length > 0 ? { warnings } : {}) }
}
