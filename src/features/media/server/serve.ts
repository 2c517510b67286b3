import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses, enrollments } from '#db/schema/courses.ts'
import { type MediaRow, media, mediaUses } from '#db/schema/media.ts'
import { modules, moduleVersions } from '#db/schema/modules.ts'
import { fileIsShown } from '#src/features/course-access/server/visibility.ts'
import type { SignedInUser } from '#src/lib/api/auth-state.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { FileAnswer } from '#src/platform/http/files/file-reply.ts'
import { NotStoredError } from '#src/platform/storage/storage.ts'
import * as contracts from '../contract.ts'
import { mediaStore, withStorage } from './media-storage.ts'

const { errors } = contracts.getMediaFile

const selectUses = () =>
	db()
		.select({ one: sql`1` })
		.from(mediaUses)
		.leftJoin(modules, and(eq(mediaUses.subjectType, 'module'), eq(modules.id, mediaUses.subjectId)))
		.innerJoin(
			courses,
			or(
				eq(courses.id, modules.courseId),
				and(eq(mediaUses.subjectType, 'course'), eq(courses.id, mediaUses.subjectId)),
			),
		)
		.$dynamic()

const ofCourse = eq(mediaUses.subjectType, 'course')
/** What is for everybody wherever it stands: covers, also earlier ones, and settings. */
const ofItself = inArray(mediaUses.subjectType, ['course', 'details', 'settings'])

/**
 * Whether a published course shows the file to a member: its cover, or a module that is open to them.
 * @param mustTake whether they must be enrolled, too.
 */
async function isShownTo(id: string, user: SignedInUser, mustTake: boolean): Promise<boolean> {
	const takes = sql`exists (select 1 from ${enrollments} as own
		where own.course_id = ${courses.id} and own.user_id = ${user.id})`
	const [found] = await selectUses()
		.where(
			and(
				eq(mediaUses.mediaId, id),
				eq(courses.isPublished, true),
				or(ofCourse, fileIsShown.to(user)),
				mustTake ? takes : undefined,
			),
		)
		.limit(1)
	return found !== undefined
}

/** Of what shows a file, the module by which it is decided: an earlier version of one is for whom the module is for. */
const decidingModule = sql`case ${mediaUses.subjectType} when 'module' then ${mediaUses.subjectId} when 'version' then
	(select v.module_id from ${moduleVersions} as v where v.id = ${mediaUses.subjectId}) end`

/**
 * For whom a file is that was uploaded for all. It is held back where modules or their drafts show it, nothing else does,
 * and none of them is open to everybody; also once the last of them is gone. A draft opens nothing: neither its own
 * file, nor that of a module which is held back and has a draft besides.
 * @returns `lasting` where no module ever showed it and something else does: nothing will hold it back.
 */
async function statusOf({ id, wasInModule }: MediaRow): Promise<'held' | 'open' | 'lasting'> {
	const [row] = await db()
		.select({
			uses: sql<number>`count(*)`,
			open: sql<number>`coalesce(sum(case when ${ofItself} or ${fileIsShown.toAll} then 1 else 0 end), 0)`,
		})
		.from(mediaUses)
		.leftJoin(modules, eq(modules.id, decidingModule))
		.leftJoin(courses, eq(courses.id, modules.courseId))
		.where(eq(mediaUses.mediaId, id))
	const { uses, open } = row ?? { uses: 0, open: 0 }
	if (open === 0) return uses > 0 || wasInModule ? 'held' : 'open'
	return wasInModule ? 'open' : 'lasting'
}

/**
 * How whoever may have the file keeps it.
 * @throws {ApiError} where this reader may not: 401 to a visitor, 404 to a member.
 */
async function keptBy(row: MediaRow, user: SignedInUser | undefined): Promise<string> {
	const status = row.isPublic ? await statusOf(row) : 'held'
	if (status !== 'held') return KEPT[status]
	if (!user) throw httpError(errors.signIn)
	if (user.role !== 'admin' && !(await isShownTo(row.id, user, !row.isPublic))) throw httpError(errors.notFound)
	return PRIVATE
}

const KEPT = {
	lasting: 'public, max-age=31536000, immutable',
	/** Shared caches ask again within the hour: a purge may be lost, and not every cache hears of one. */
	open: 'public, max-age=31536000, s-maxage=3600, immutable',
}
/** Kept by the browser, and asked for each time: who signed out, or left the course, has it no longer. */
const PRIVATE = 'private, no-cache'

/** What may hold programs: a download, in a sandbox that runs none. */
const isDownload = ({ kind }: MediaRow) => kind === 'pdf' || kind === 'document'

/** What came from outside is shown by this site alone. */
const protectionOf = (row: MediaRow, isPublic: boolean) =>
	isDownload(row) ? ({ protection: 'sandboxed' } as const) : isPublic ? {} : ({ protection: 'own' } as const)

/** What browsers show without running it. A row may come from an import, whatever type it names. */
const SHOWN =
	/^(?:image\/(?:webp|avif|jpeg|png|gif)|(?:audio|video)\/[\w.-]+|text\/vtt(?:; charset=utf-8)?|application\/(?:pdf|vnd\.[\w.-]+))$/

/** The address never shows other bytes: what is uploaded again has another. */
export const getMediaFile: Service<typeof contracts.getMediaFile> = async ({ params }, { user }) => {
	const [row] = await db()
		.select()
		.from(media)
		.where(and(eq(media.id, params.id), eq(media.state, 'ready')))
	const file = row?.files.find(({ name }) => name === params.name)
	if (!row || !file) throw httpError(errors.notFound)
	const cacheControl = await keptBy(row, user)
	return new FileAnswer({
		bytes: file.bytes,
		type: SHOWN.test(file.type) ? file.type : 'application/octet-stream',
		etag: `"${file.sha256}"`,
		cacheControl,
		...(isDownload(row) ? { downloadAs: row.name } : {}),
		...protectionOf(row, cacheControl !== PRIVATE),
		open: (range) =>
			withStorage(errors, async () => {
				const store = await mediaStore()
				return store.read(file.key, range).catch((error: unknown) => {
					throw error instanceof NotStoredError ? httpError(errors.notFound) : error
				})
			}),
	})
}
