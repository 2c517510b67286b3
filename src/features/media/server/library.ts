import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import { db, write } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { type MediaRow, media, mediaUses } from '#db/schema/media.ts'
import { modules } from '#db/schema/modules.ts'
import { refusal } from '#src/lib/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/create-handle.ts'
import { openCursor, page } from '#src/platform/paging.ts'
import type { MediaItem, MediaUse } from '../contract.ts'
import * as contracts from '../contract.ts'
import { actions } from './audit-actions.ts'
import { mediaStore, withStorage } from './media-storage.ts'

const DAY_MS = 24 * 60 * 60_000
/** How long an upload that never was finished is kept, in milliseconds. */
export const UNFINISHED_MS = DAY_MS
/** How long what nothing shows is kept, in milliseconds: as long as what was deleted may be wanted back. */
export const UNUSED_MS = 30 * DAY_MS

/** The address of one of a row's files. */
const addressOf = (id: string, name: string | undefined) => (name === undefined ? '' : `/media/${id}/${name}`)

/** When it goes by itself. */
function goesAt(row: MediaRow, uses: number): Date | null {
	if (row.state === 'arriving') return new Date(row.createdAt.getTime() + UNFINISHED_MS)
	return uses > 0 ? null : new Date(row.unusedSince.getTime() + UNUSED_MS)
}

function toItem(row: MediaRow, uses: MediaUse[]): MediaItem {
	const isReady = row.state === 'ready'
	const [first] = row.files
	const smallest = row.kind === 'image' ? row.files.at(-1) : undefined
	return {
		...{ id: row.id, name: row.name, kind: row.kind, bytes: row.bytes, isPublic: row.isPublic, isReady },
		url: isReady ? addressOf(row.id, first?.name) : '',
		thumbnail: isReady ? addressOf(row.id, smallest?.name) : '',
		width: first?.width ?? null,
		height: first?.height ?? null,
		seconds: row.seconds,
		createdAt: row.createdAt.toISOString(),
		createdBy: row.createdBy,
		uses,
		goesAt: goesAt(row, uses.length)?.toISOString() ?? null,
	}
}

const joinUses = (ids: string[]) =>
	db()
		.select({
			mediaId: mediaUses.mediaId,
			type: mediaUses.subjectType,
			courseTitle: courses.title,
			moduleTitle: modules.title,
			courseId: sql<string | null>`coalesce(${courses.id}, ${modules.courseId})`,
		})
		.from(mediaUses)
		.leftJoin(courses, and(eq(mediaUses.subjectType, 'course'), eq(courses.id, mediaUses.subjectId)))
		.leftJoin(modules, and(eq(mediaUses.subjectType, 'module'), eq(modules.id, mediaUses.subjectId)))
		.where(inArray(mediaUses.mediaId, ids))
		.orderBy(mediaUses.mediaId, mediaUses.subjectType, mediaUses.subjectId)

function toUse({ type, courseTitle, moduleTitle, courseId }: Awaited<ReturnType<typeof joinUses>>[number]): MediaUse {
	if (type === 'settings') return { type, title: 'Settings of the club', href: '/admin/settings' }
	if (type === 'course') return { type, title: courseTitle ?? '', href: '/admin/courses' }
	return { type, title: moduleTitle ?? '', href: `/admin/courses/${courseId}/modules` }
}

async function toItems(rows: MediaRow[]): Promise<MediaItem[]> {
	const uses = rows.length === 0 ? [] : await joinUses(rows.map(({ id }) => id))
	return rows.map((row) => toItem(row, uses.filter(({ mediaId }) => mediaId === row.id).map(toUse)))
}

/** @throws {ApiError} 404 */
export async function requireItem(id: string): Promise<MediaItem> {
	const [item] = await toItems(await db().select().from(media).where(eq(media.id, id)))
	if (!item) throw refusal(contracts.deleteMedia.errors.notFound)
	return item
}

/** As a text to look for: what LIKE takes for a pattern is meant as it stands. */
const likeText = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

export const listMedia: Service<typeof contracts.listMedia> = async ({ query }, context) => {
	const { kind, search, limit, cursor } = query
	const [after] = openCursor(cursor, 'id') ?? []
	const isAsked = and(
		kind && eq(media.kind, kind),
		search ? sql`${media.name} like ${likeText(search)} escape '\\'` : undefined,
	)
	const rows = await db()
		.select()
		.from(media)
		.where(and(isAsked, after === undefined ? undefined : lt(media.id, after)))
		.orderBy(desc(media.id))
		.limit(limit + 1)
	const [counted] = await db().select({ total: sql<number>`count(*)` }).from(media).where(isAsked)
	const shown = page(context, contracts.listMedia, { query }, rows, {
		total: counted?.total ?? 0,
		cursorOf: ({ id }) => [id],
	})
	return toItems(shown)
}

/** Removes what the storage has of a row. */
async function removeFiles({ id, files }: Pick<MediaRow, 'id' | 'files'>): Promise<void> {
	const store = await mediaStore()
	for (const { key } of files) await store.remove(key)
	await store.dropParts(id)
}

export const deleteMedia: Service<typeof contracts.deleteMedia> = async ({ params, query }, { user }) => {
	const [row] = await db().select().from(media).where(eq(media.id, params.id))
	if (!row) throw refusal(contracts.deleteMedia.errors.notFound)
	if (query.only === 'unfinished' && row.state === 'ready') return
	// The files first: what is left of them after a failure is still in the list, and can be deleted again.
	await withStorage(contracts.deleteMedia.errors, () => removeFiles(row))
	await write(
		recordAudit(
			{
				actor: user,
				action: actions['media.deleted'],
				subject: { type: 'media', id: row.id, name: row.name },
				detail: { kind: row.kind },
			},
			sql`exists (select 1 from media where id = ${row.id})`,
		),
		db().delete(media).where(eq(media.id, row.id)),
	)
}

/** Removes what was never finished and what nothing shows any more, and what is in the storage without a row. */
export async function removeOrphans(now = Date.now()): Promise<void> {
	const isUnused = sql`not exists (select 1 from media_uses where media_uses.media_id = media.id)`
	const rows = await db()
		.select()
		.from(media)
		.where(
			or(
				and(eq(media.state, 'arriving'), lt(media.createdAt, new Date(now - UNFINISHED_MS))),
				and(eq(media.state, 'ready'), lt(media.unusedSince, new Date(now - UNUSED_MS)), isUnused),
			),
		)
		.limit(100)
	for (const row of rows) {
		// The row first, under the same condition: somebody may have put it to use this moment.
		const { rowsAffected } = await db()
			.delete(media)
			.where(and(eq(media.id, row.id), eq(media.state, row.state), isUnused))
		if (rowsAffected > 0) await removeFiles(row)
	}
	const [any] = await db().select({ id: media.id }).from(media).limit(1)
	// A club that never uploaded anything has no storage to look at.
	if (!any && rows.length === 0) return
	const store = await mediaStore()
	const uploads = await store.listUploads()
	if (uploads.length === 0) return
	const known = await db()
		.select({ id: media.id })
		.from(media)
		.where(inArray(media.id, uploads.slice(0, 1_000)))
	const ids = new Set(known.map(({ id }) => id))
	for (const upload of uploads.slice(0, 1_000)) if (!ids.has(upload)) await store.dropParts(upload)
}
