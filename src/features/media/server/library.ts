import { and, desc, eq, exists, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { contains } from '#db/rows.ts'
import { courses, courseVersions } from '#db/schema/courses.ts'
import { deletions } from '#db/schema/deletions.ts'
import { type MediaRow, media, mediaUses } from '#db/schema/media.ts'
import { moduleDrafts, modules, moduleVersions } from '#db/schema/modules.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { lineOf } from '#src/lib/text/line-of.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import type { MediaItem, MediaUse } from '../contract.ts'
import * as contracts from '../contract.ts'
import { actions } from './audit-actions.ts'
import { mediaStore } from './media-storage.ts'
import { deleteRow, mediaUrl } from './removal.ts'

const DAY_MS = 24 * 60 * 60_000
/** How long an incomplete upload is kept, in milliseconds. */
const UNFINISHED_MS = DAY_MS
/** How long an unused file is kept, in milliseconds: as long as deleted records can be restored. */
const UNUSED_MS = 30 * DAY_MS

/** Returns when a file is removed automatically. */
function expiresAt(row: MediaRow, uses: number): Date | null {
	if (row.state === 'arriving') return new Date(row.createdAt.getTime() + UNFINISHED_MS)
	return uses > 0 ? null : new Date(row.unusedSince.getTime() + UNUSED_MS)
}

function toItem(row: MediaRow, uses: MediaUse[]): MediaItem {
	const isReady = row.state === 'ready'
	const [first] = row.files
	const smallest = row.kind === 'image' ? row.files.at(-1) : undefined
	return {
		...{ id: row.id, name: lineOf(row.name), kind: row.kind, bytes: row.bytes, isPublic: row.isPublic, isReady },
		url: isReady ? mediaUrl(row.id, first?.name) : '',
		thumbnail: isReady ? mediaUrl(row.id, smallest?.name) : '',
		width: first?.width ?? null,
		height: first?.height ?? null,
		seconds: row.seconds,
		createdAt: row.createdAt.toISOString(),
		createdBy: row.createdBy,
		uses,
		goesAt: expiresAt(row, uses.length)?.toISOString() ?? null,
	}
}

/** SQL condition: a file of the club. The library does not contain private files of members. */
const isClubFile = isNull(media.ownerId)

const joinUses = (ids: string[]) =>
	db()
		.select({
			mediaId: mediaUses.mediaId,
			type: sql<MediaUse['type']>`${mediaUses.subjectType}`,
			courseTitle: courses.title,
			moduleTitle: sql<string | null>`coalesce(${modules.title}, ${moduleDrafts.title})`,
			courseId: sql<string | null>`coalesce(${courses.id}, ${modules.courseId}, ${moduleDrafts.courseId})`,
			moduleId: sql<string | null>`coalesce(${modules.id}, ${moduleDrafts.id})`,
		})
		.from(mediaUses)
		.leftJoin(moduleDrafts, and(eq(mediaUses.subjectType, 'draft'), eq(moduleDrafts.id, mediaUses.subjectId)))
		.leftJoin(moduleVersions, and(eq(mediaUses.subjectType, 'version'), eq(moduleVersions.id, mediaUses.subjectId)))
		.leftJoin(courseVersions, and(eq(mediaUses.subjectType, 'details'), eq(courseVersions.id, mediaUses.subjectId)))
		.leftJoin(
			courses,
			sql`${courses.id} = case ${mediaUses.subjectType} when 'course' then ${mediaUses.subjectId}
				when 'details' then ${courseVersions.courseId} end`,
		)
		.leftJoin(
			modules,
			sql`${modules.id} = case ${mediaUses.subjectType} when 'module' then ${mediaUses.subjectId}
				when 'version' then ${moduleVersions.moduleId} end`,
		)
		.where(and(inArray(mediaUses.mediaId, ids), ne(mediaUses.subjectType, 'credit')))
		.orderBy(mediaUses.mediaId, mediaUses.subjectType, mediaUses.subjectId)

function toUse({
	type,
	courseTitle,
	moduleTitle,
	courseId,
	moduleId,
}: Awaited<ReturnType<typeof joinUses>>[number]): MediaUse {
	const inCourse = `/admin/courses/${courseId}`
	if (type === 'settings') return { type, title: 'Club settings', href: '/admin/settings' }
	if (type === 'course') return { type, title: courseTitle ?? '', href: '/admin/courses' }
	if (type === 'details') return { type, title: `Earlier details of ${courseTitle}`, href: `${inCourse}/details` }
	if (type === 'draft') return { type, title: `Unpublished changes of ${moduleTitle}`, href: `${inCourse}/modules` }
	if (type === 'version')
		return { type, title: `Earlier version of ${moduleTitle}`, href: `${inCourse}/modules/${moduleId}` }
	return { type, title: moduleTitle ?? '', href: `${inCourse}/modules` }
}

async function toItems(rows: MediaRow[]): Promise<MediaItem[]> {
	const uses = rows.length === 0 ? [] : await joinUses(rows.map(({ id }) => id))
	return rows.map((row) => {
		const own = uses.filter(({ mediaId }) => mediaId === row.id).map(toUse)
		// Several versions of one module count as one use.
		return toItem(row, [...new Map(own.map((use) => [`${use.type} ${use.href} ${use.title}`, use])).values()])
	})
}

/** @throws {ApiError} 404 */
export async function requireItem(id: string): Promise<MediaItem> {
	const [item] = await toItems(
		await db()
			.select()
			.from(media)
			.where(and(eq(media.id, id), isClubFile)),
	)
	if (!item) throw httpError(contracts.deleteMedia.errors.notFound)
	return item
}

export const listMedia: Service<typeof contracts.listMedia> = async ({ query }, context) => {
	const { kind, search, limit, cursor } = query
	const [after] = openCursor(cursor, 'id') ?? []
	const isMatch = and(isClubFile, kind && eq(media.kind, kind), search ? contains(media.name, search) : undefined)
	const rows = await db()
		.select()
		.from(media)
		.where(and(isMatch, after === undefined ? undefined : lt(media.id, after)))
		.orderBy(desc(media.id))
		.limit(limit + 1)
	const total = await db().$count(media, isMatch)
	const shown = page(context, contracts.listMedia, { query }, rows, {
		total,
		cursorOf: ({ id }) => [id],
	})
	return toItems(shown)
}

export const deleteMedia: Service<typeof contracts.deleteMedia> = async ({ params, query }, { user }) => {
	const [row] = await db()
		.select()
		.from(media)
		.where(and(eq(media.id, params.id), isClubFile))
	if (!row) throw httpError(contracts.deleteMedia.errors.notFound)
	// Checked in the transaction: canceling an upload must not delete one that was just completed.
	const isTarget = and(eq(media.id, row.id), query.only === 'unfinished' ? eq(media.state, 'arriving') : undefined)
	await write(
		recordAudit(
			{
				actor: user,
				action: actions['media.deleted'],
				subject: { type: 'media', id: row.id, name: row.name },
				detail: { kind: row.kind },
			},
			exists(db().select({ one: sql`1` }).from(media).where(isTarget)),
		),
		...deleteRow(row, isTarget),
	)
}

/** Rows, or uploads, per batch. */
const BATCH_SIZE = 100

/** SQL condition: the owner was deleted permanently. An account in the trash may be restored. */
const isOwnerDeleted = sql`${media.ownerId} is not null
	and not exists (select 1 from ${users} where ${users.id} = ${media.ownerId})
	and not exists (select 1 from ${deletions} where ${deletions.kind} = 'account'
		and ${deletions.subjectId} = ${media.ownerId} and ${deletions.restoredAt} is null)`

/** SQL condition for expired incomplete uploads, expired unused files, and files of deleted members. */
const isOrphan = (now: number) =>
	or(
		isOwnerDeleted,
		and(eq(media.state, 'arriving'), lt(media.createdAt, new Date(now - UNFINISHED_MS))),
		and(
			eq(media.state, 'ready'),
			lt(media.unusedSince, new Date(now - UNUSED_MS)),
			sql`not exists (select 1 from ${mediaUses} where ${mediaUses}.media_id = ${media}.id)`,
		),
	)

/** Returns which of these uploads are incomplete. */
async function findIncomplete(uploads: string[]): Promise<Set<string>> {
	const rows = await db()
		.select({ id: media.id })
		.from(media)
		.where(and(inArray(media.id, uploads), eq(media.state, 'arriving')))
	return new Set(rows.map(({ id }) => id))
}

/**
 * Removes expired incomplete uploads and unused files, and files of deleted members. Then removes storage objects
 * without a row: parts, and temporary files of a process that crashed.
 */
export async function removeOrphans(now = Date.now()): Promise<void> {
	for (;;) {
		const rows = await db().select().from(media).where(isOrphan(now)).limit(BATCH_SIZE)
		// Repeats the condition, since the file may have been used after it was selected.
		for (const row of rows) await write(...deleteRow(row, and(eq(media.id, row.id), isOrphan(now))))
		if (rows.length < BATCH_SIZE) break
	}
	const store = await mediaStore()
	await store.sweep(new Date(now - UNFINISHED_MS))
	const uploads = await store.listUploads()
	for (let at = 0; at < uploads.length; at += BATCH_SIZE) {
		const part = uploads.slice(at, at + BATCH_SIZE)
		const arriving = await findIncomplete(part)
		for (const upload of part) if (!arriving.has(upload)) await store.dropParts(upload)
	}
}
