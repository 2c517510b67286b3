import { rm } from 'node:fs/promises'
import { and, eq, sql } from 'drizzle-orm'
import { db, write } from '#db/client.ts'
import { type MediaRow, media, type StoredFile } from '#db/schema/media.ts'
import { ApiError, httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import type { MediaStore } from '#src/platform/storage/media-store.ts'
import type { UploadedItem } from '../contract.ts'
import * as contracts from '../contract.ts'
import type { Kind } from '../kinds.ts'
import { actions } from './audit-actions.ts'
import { type Inspected, inspect, sumOf } from './inspect.ts'
import { requireItem } from './library.ts'
import { mediaStore, withStorage } from './media-storage.ts'
import { partsOf, requireRow } from './uploads.ts'
import { withCheck } from './uploads-in-progress.ts'

const { completeMedia: complete } = contracts

/** For an address: small letters, digits and hyphens. */
export function slugOf(name: string, kind: Kind): string {
	const plain = name
		.replace(/\.[^.]*$/, '')
		.normalize('NFKD')
		.replaceAll(/\p{M}/gu, '')
		.toLowerCase()
		.replaceAll(/[^a-z\d]+/g, '-')
		.slice(0, 60)
		.replaceAll(/^-+|-+$/g, '')
	return plain || kind
}

/** Names and places for what was looked at. A key holds the sum, and the id, so that no two files share one. */
function toStored(row: MediaRow, { files }: Inspected): StoredFile[] {
	const slug = slugOf(row.name, row.kind)
	return files.map(({ sha256, type, bytes, ending, width, height }, index) => ({
		name: index === 0 || !width ? `${slug}.${ending}` : `${slug}-${width}.${ending}`,
		key: `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}.${row.id}`,
		...{ type, bytes, sha256 },
		...(width && height ? { width, height } : {}),
	}))
}

/** Undefined where the file is not there: it was stored, and the database did not learn of it. */
const sumIfThere = (file: string) =>
	sumOf(file).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return undefined
		throw error
	})

/** @param made takes the paths of what is made on the way. */
async function check(store: MediaStore, row: MediaRow, sha256: string, made: string[]): Promise<Inspected> {
	const file = await store.gather(row.id, partsOf(row))
	if ((await sumIfThere(file)) !== sha256) {
		// Which part it was cannot be told: all are to come again.
		await store.dropParts(row.id)
		throw httpError(complete.errors.damaged)
	}
	return inspect(row.kind, { file, sha256 }, async (name) => {
		const path = await store.scratchFile(`${row.id}.${name}`)
		made.push(path)
		return path
	})
}

async function keepAll(
	store: MediaStore,
	row: MediaRow,
	found: Inspected,
	sha256: string,
	actor: { id: string; name: string },
) {
	const stored = toStored(row, found)
	const isArriving = and(eq(media.id, row.id), eq(media.state, 'arriving'))
	// Named before they are there: what a crash leaves behind is found by the job that removes what was never finished.
	const named = await db().update(media).set({ files: stored }).where(isArriving)
	if (named.rowsAffected === 0) return leave(store, row, [])
	for (const [index, { key }] of stored.entries()) await store.keep(key, found.files[index]?.file ?? '')
	const bytes = stored.reduce((sum, file) => sum + file.bytes, 0)
	const results = await write(
		recordAudit(
			{
				actor,
				action: actions['media.added'],
				subject: { type: 'media', id: row.id, name: row.name },
				detail: { kind: row.kind },
			},
			sql`exists (select 1 from media where id = ${row.id} and state = 'arriving')`,
		),
		db()
			.update(media)
			// The files once more: another node at the same upload may have named its own meanwhile.
			.set({ state: 'ready', files: stored, bytes, sha256, seconds: found.seconds ?? null, unusedSince: new Date() })
			.where(isArriving),
	)
	if (results.at(-1)?.rowsAffected === 0) await leave(store, row, stored)
}

/**
 * The file arrives no longer: somebody deleted it while it was looked at, or another node completed it. Of what was
 * stored stays what the row names by now; a crash here is seen to by the deletion.
 */
async function leave(store: MediaStore, { id }: MediaRow, stored: readonly StoredFile[]): Promise<void> {
	const [now] = await db().select({ files: media.files }).from(media).where(eq(media.id, id))
	const named = new Set(now?.files.map(({ key }) => key))
	for (const { key } of stored) if (!named.has(key)) await store.remove(key)
	if (now) return
	await store.dropParts(id)
	throw httpError(complete.errors.notFound)
}

/** @returns what of the file could not be read. */
async function finish(row: MediaRow, sha256: string, actor: { id: string; name: string }): Promise<string[]> {
	return withStorage(complete.errors, async () => {
		const store = await mediaStore()
		const there = new Set(await store.listParts(row.id))
		for (let part = 1; part <= partsOf(row); part++)
			if (!there.has(part)) throw new ApiError(complete.errors.missing[0], `Part ${part} is missing`)
		const made: string[] = []
		const warnings: string[] = []
		try {
			const found = await check(store, row, sha256, made)
			warnings.push(...(found.warnings ?? []))
			await keepAll(store, row, found, sha256, actor)
		} finally {
			for (const file of made) await rm(file, { force: true })
		}
		await store.dropParts(row.id)
		return warnings
	})
}

/** @throws {ApiError} 400 where what became ready under this id is something else. */
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
			(said) => {
				warnings = said
				return undefined
			},
			(error: unknown) => ({ error }),
		)
		// Whatever went wrong, of a file that was deleted meanwhile only that is of interest; and nothing went wrong with
		// one that another node completed, which takes away the parts that this one was still reading.
		const now = await requireRow(row.id)
		if (failed && now.state === 'arriving') throw failed.error
		assertSame(now, body.sha256)
	} else assertSame(row, body.sha256)
	return { ...(await requireItem(row.id)), ...(warnings.length > 0 ? { warnings } : {}) }
}
