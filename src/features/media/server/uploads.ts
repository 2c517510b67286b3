import { rm } from 'node:fs/promises'
import { and, eq, sql } from 'drizzle-orm'
import { db, write } from '#db/client.ts'
import { type MediaRow, media, type StoredFile } from '#db/schema/media.ts'
import { ApiError, refusal } from '#src/lib/errors.ts'
import { newId } from '#src/lib/ids.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/create-handle.ts'
import { env } from '#src/platform/env.ts'
import { type MediaStore, PartLengthError } from '#src/platform/storage/media-store.ts'
import type { MediaItem } from '../contract.ts'
import * as contracts from '../contract.ts'
import { bytesText, type Kind, kindOf, kinds, purposes } from '../kinds.ts'
import { actions } from './audit-actions.ts'
import { type Inspected, inspect, sumOf } from './inspect.ts'
import { requireItem } from './library.ts'
import { mediaStore, withStorage } from './media-storage.ts'

const { createMedia: create, putMediaPart: put, completeMedia: complete } = contracts

const notOfKind = {
	image: create.errors.notImage,
	pdf: create.errors.notPdf,
	audio: create.errors.notAudio,
	video: create.errors.notVideo,
	captions: create.errors.notCaptions,
} as const
const tooLarge = {
	image: create.errors.largeImage,
	pdf: create.errors.largePdf,
	audio: create.errors.largeAudio,
	video: create.errors.largeVideo,
	captions: create.errors.largeCaptions,
} as const

/** The kind of an announced file. @throws {ApiError} 400 for one that is not taken, or not for this purpose. */
function assertKind(name: string, type: string, allowed: readonly Kind[]): Kind {
	if (/svg/i.test(type) || /\.svgz?$/i.test(name)) throw refusal(create.errors.svg)
	const kind = kindOf(name, type)
	if (kind && allowed.includes(kind)) return kind
	const [only] = allowed
	throw refusal(only && allowed.length === 1 ? notOfKind[only] : create.errors.unknown)
}

const partsOf = ({ size, partSize }: Pick<MediaRow, 'size' | 'partSize'>) => Math.ceil(size / partSize)

/** What they announced before under this name, of this length, and broke off: it goes on there. */
async function findBegun(
	wanted: Pick<MediaRow, 'name' | 'size' | 'kind' | 'isPublic' | 'createdBy'>,
): Promise<MediaRow | undefined> {
	const { name, size, kind, isPublic, createdBy } = wanted
	const [row] = await db()
		.select()
		.from(media)
		.where(
			and(
				...[eq(media.state, 'arriving'), eq(media.kind, kind), eq(media.name, name)],
				...[eq(media.size, size), eq(media.isPublic, isPublic), eq(media.createdBy, createdBy)],
			),
		)
		.limit(1)
	return row
}

export const createMedia: Service<typeof contracts.createMedia> = async ({ body }, { user }) => {
	const { name, size, type, purpose, isPublic } = body
	const kind = assertKind(name, type, purposes[purpose])
	if (size > kinds[kind].limit) throw refusal(tooLarge[kind])
	const begun = await findBegun({ name, size, kind, isPublic, createdBy: user.name })
	if (begun) return { id: begun.id, partSize: begun.partSize, parts: partsOf(begun) }
	const id = newId()
	const partSize = size > contracts.SMALL_FILE ? contracts.LARGE_PART : contracts.SMALL_PART
	const { quotaBytes } = env().media
	const now = Date.now()
	// What is announced counts, so that several at once do not pass the limit together.
	const [result] = await write(
		db().run(sql`
			insert into media (id, name, kind, state, is_public, size, part_size, bytes, files, created_at, created_by, unused_since)
			select ${id}, ${name}, ${kind}, 'arriving', ${isPublic ? 1 : 0}, ${size}, ${partSize}, ${size}, '[]', ${now}, ${user.name}, ${now}
			where (select coalesce(sum(bytes), 0) from media) + ${size} <= ${quotaBytes}`),
	)
	if ((result as { rowsAffected: number }).rowsAffected === 0)
		throw new ApiError(
			create.errors.quota[0],
			`The club’s storage is full (${bytesText(quotaBytes)}). Delete something or raise the limit.`,
		)
	return { id, partSize, parts: partsOf({ size, partSize }) }
}

/** @throws {ApiError} 404 */
async function requireRow(id: string): Promise<MediaRow> {
	const [row] = await db().select().from(media).where(eq(media.id, id))
	if (!row) throw refusal(complete.errors.notFound)
	return row
}

/** The part of that number. @throws {ApiError} 400 where the file has no such one. */
function partOf(row: MediaRow, text: string) {
	const number = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0
	if (number < 1 || number > partsOf(row)) throw refusal(put.errors.noSuchPart)
	const offset = (number - 1) * row.partSize
	return { number, offset, bytes: Math.min(row.partSize, row.size - offset) }
}

export const putMediaPart: Service<typeof contracts.putMediaPart> = async ({ params, body }) => {
	const row = await requireRow(params.id)
	const part = partOf(row, params.part)
	if (row.state === 'ready' || running.has(row.id)) throw refusal(put.errors.complete)
	await withStorage(put.errors, async () => {
		const store = await mediaStore()
		await store.putPart(row.id, part, body).catch((error: unknown) => {
			throw error instanceof PartLengthError ? refusal(put.errors.length) : error
		})
	})
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

/** For an address: small letters, digits and hyphens. */
export function slugOf(name: string, kind: Kind): string {
	const plain = name
		.replace(/\.[^.]*$/, '')
		.normalize('NFKD')
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
		throw refusal(complete.errors.damaged)
	}
	return inspect(row.kind, file, async (name) => {
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
	await db().update(media).set({ files: stored }).where(isArriving)
	for (const [index, { key }] of stored.entries()) await store.keep(key, found.files[index]?.file ?? '')
	const bytes = stored.reduce((sum, file) => sum + file.bytes, 0)
	await write(
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
			.set({ state: 'ready', bytes, sha256, seconds: found.seconds ?? null, unusedSince: new Date() })
			.where(isArriving),
	)
}

/** Those that are looked at now: whoever asks again, since an answer was lost on the way, waits for the same. */
const running = new Map<string, Promise<void>>()

async function finish(row: MediaRow, sha256: string, actor: { id: string; name: string }): Promise<void> {
	await withStorage(complete.errors, async () => {
		const store = await mediaStore()
		const there = new Set(await store.listParts(row.id))
		for (let part = 1; part <= partsOf(row); part++)
			if (!there.has(part)) throw new ApiError(complete.errors.missing[0], `Part ${part} is missing`)
		const made: string[] = []
		try {
			await keepAll(store, row, await check(store, row, sha256, made), sha256, actor)
		} finally {
			for (const file of made) await rm(file, { force: true })
		}
		await store.dropParts(row.id)
	})
}

export const completeMedia: Service<typeof contracts.completeMedia> = async (
	{ params, body },
	{ user },
): Promise<MediaItem> => {
	const row = await requireRow(params.id)
	if (row.state === 'ready') {
		if (row.sha256 !== body.sha256) throw refusal(complete.errors.damaged)
		return requireItem(row.id)
	}
	const work = running.get(row.id) ?? finish(row, body.sha256, user)
	running.set(row.id, work)
	try {
		await work
	} finally {
		running.delete(row.id)
	}
	return requireItem(row.id)
}
