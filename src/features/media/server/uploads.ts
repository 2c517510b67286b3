import { and, eq, isNull, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { type MediaRow, media } from '#db/schema/media.ts'
import { write } from '#db/write.ts'
import { ApiError, httpError } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import { formatBytes } from '#src/lib/text/format-number.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { env } from '#src/platform/env/env.ts'
import { collectNewGarbage } from '#src/platform/jobs/collect-garbage.ts'
import { PartLengthError } from '#src/platform/storage/media-store.ts'
import * as contracts from '../contract.ts'
import { type Kind, kindOf, kinds, type Purpose, purposes } from '../kinds.ts'
import { mediaStore, withStorage } from './media-storage.ts'
import { isBeingChecked, withPart } from './uploads-in-progress.ts'

const { createMedia: create, putMediaPart: put, completeMedia: complete } = contracts

/** Returns the kind of an announced file. @throws {ApiError} 400 if it is not allowed, or not for this purpose. */
function assertKind(name: string, type: string, purpose: Purpose): Kind {
	const allowed: readonly Kind[] = purposes[purpose]
	if (/svg/i.test(type) || /\.svgz?$/i.test(name)) throw httpError(create.errors.svg)
	const kind = kindOf(name, type)
	if (kind && allowed.includes(kind)) return kind
	if (kind && purpose === 'worksheet') throw httpError(create.errors.notWorksheet)
	const [only] = allowed
	throw httpError(only && allowed.length === 1 ? [400, kinds[only].unreadable] : create.errors.unknown)
}

/** Returns the number of parts of a file. */
export const partsOf = ({ size, partSize }: Pick<MediaRow, 'size' | 'partSize'>) => Math.ceil(size / partSize)

/** Finds the caller's interrupted upload with this name and length, to resume it. */
async function findInterrupted(
	wanted: Pick<MediaRow, 'name' | 'size' | 'kind' | 'isPublic' | 'createdById'>,
): Promise<MediaRow | undefined> {
	const { name, size, kind, isPublic, createdById } = wanted
	const [row] = await db()
		.select()
		.from(media)
		.where(
			and(
				...[eq(media.state, 'arriving'), eq(media.kind, kind), eq(media.name, name)],
				...[eq(media.size, size), eq(media.isPublic, isPublic), eq(media.createdById, createdById ?? '')],
			),
		)
		.limit(1)
	return row
}

export const createMedia: Service<typeof contracts.createMedia> = async ({ body }, { user }) => {
	const { name, size, type, purpose, isPublic } = body
	const kind = assertKind(name, type, purpose)
	if (size > kinds[kind].limit) throw httpError(contracts.tooLargeError(kind))
	const interrupted = await findInterrupted({ name, size, kind, isPublic, createdById: user.id })
	if (interrupted) return { id: interrupted.id, partSize: interrupted.partSize, parts: partsOf(interrupted) }
	const id = newId()
	const partSize = size > contracts.SMALL_FILE ? contracts.LARGE_PART : contracts.SMALL_PART
	const { quotaBytes } = env().media
	const now = Date.now()
	// Announced sizes count, so concurrent uploads cannot exceed the quota together.
	const { inserted } = await write({
		inserted: db().run(sql`
			insert into ${media} (id, name, kind, state, is_public, size, part_size, bytes, files, created_at, created_by, created_by_id, unused_since)
			select ${id}, ${name}, ${kind}, 'arriving', ${isPublic ? 1 : 0}, ${size}, ${partSize}, ${size}, '[]', ${now}, ${user.name}, ${user.id}, ${now}
			where (select coalesce(sum(bytes), 0) from ${media}) + ${size} <= ${quotaBytes}`),
	})
	if (inserted.rowsAffected === 0)
		throw new ApiError(
			create.errors.quota[0],
			`The club's storage is full (${formatBytes(quotaBytes)}). Delete something or raise the limit.`,
		)
	return { id, partSize, parts: partsOf({ size, partSize }) }
}

/** @throws {ApiError} 404 */
export async function requireRow(id: string): Promise<MediaRow> {
	const [row] = await db()
		.select()
		.from(media)
		.where(and(eq(media.id, id), isNull(media.ownerId)))
	if (!row) throw httpError(complete.errors.notFound)
	return row
}

/** Returns the part with this number. @throws {ApiError} 400 if the file has no such part. */
function partOf(row: MediaRow, text: string) {
	const number = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0
	if (number < 1 || number > partsOf(row)) throw httpError(put.errors.noSuchPart)
	const offset = (number - 1) * row.partSize
	return { number, offset, bytes: Math.min(row.partSize, row.size - offset) }
}

export const putMediaPart: Service<typeof contracts.putMediaPart> = async ({ params, body }) => {
	const row = await requireRow(params.id)
	const part = partOf(row, params.part)
	const reason = httpError(put.errors.complete)
	if (row.state === 'ready' || isBeingChecked(row.id)) throw reason
	await withPart(row.id, body, {
		reason,
		keep: (content) =>
			withStorage(put.errors, async () => {
				const store = await mediaStore()
				await store.putPart(row.id, part, content).catch((error: unknown) => {
					throw error instanceof PartLengthError ? httpError(put.errors.length) : error
				})
			}),
	}).catch(async (error: unknown) => {
		// Throws 404 if the upload was deleted in the meantime.
		await requireRow(row.id)
		throw error
	})
	if (part.bytes === contracts.LARGE_PART) collectNewGarbage()
}

export const listMediaParts: Service<typeof contracts.listMediaParts> = async ({ params }) => {
	const row = await requireRow(params.id)
	const { partSize, size, state } = row
	const isReady = state === 'ready'
	const there = isReady
		? []
		: await withStorage(contracts.listMediaParts.errors, async () => (await mediaStore()).listParts(row.id))
	return { partSize, size, parts: partsOf(row), there, isReady }
}
