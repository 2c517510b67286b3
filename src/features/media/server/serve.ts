import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
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

const isCourseUse = eq(mediaUses.subjectType, 'course')
/** Uses that make a file public: covers, including earlier ones, and settings. */
const isPublicUse = inArray(mediaUses.subjectType, ['course', 'details', 'settings'])

/**
 * Returns whether a published course shows the file to a member: as its cover, or in a module that is open to them.
 * @param mustBeEnrolled whether the member must also be enrolled.
 */
async function isShownTo(id: string, user: SignedInUser, mustBeEnrolled: boolean): Promise<boolean> {
	const isEnrolled = sql`exists (select 1 from ${enrollments} as own
		where own.course_id = ${courses.id} and own.user_id = ${user.id})`
	const [found] = await selectUses()
		.where(
			and(
				eq(mediaUses.mediaId, id),
				eq(courses.isPublished, true),
				or(isCourseUse, fileIsShown.to(user)),
				mustBeEnrolled ? isEnrolled : undefined,
			),
		)
		.limit(1)
	return found !== undefined
}

/** SQL for the module that decides access; an earlier version has the access of its module. */
const decidingModule = sql`case ${mediaUses.subjectType} when 'module' then ${mediaUses.subjectId} when 'version' then
	(select v.module_id from ${moduleVersions} as v where v.id = ${mediaUses.subjectId}) end`

/**
 * Returns who may get a file that was uploaded as public. It is `held` if only modules or their drafts use it and
 * none of those modules is public; it stays `held` after its last use in a module. A draft never makes a file public:
 * neither the draft of a new module, nor a draft of a locked one.
 * @returns `lasting` if no module ever used it and a public use exists: it will never be locked.
 */
async function statusOf({ id, wasInModule }: MediaRow): Promise<'held' | 'open' | 'lasting'> {
	const [row] = await db()
		.select({
			uses: sql<number>`count(*)`,
			open: sql<number>`coalesce(sum(case when ${isPublicUse} or ${fileIsShown.toAll} then 1 else 0 end), 0)`,
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
 * Returns the `Cache-Control` of a file for this reader.
 * @throws {ApiError} without access: 401 to visitors, 404 to members.
 */
async function cacheControlFor(row: MediaRow, user: SignedInUser | undefined): Promise<string> {
	const status = row.isPublic ? await statusOf(row) : 'held'
	if (status !== 'held') return CACHE_CONTROL[status]
	if (!user) throw httpError(errors.signIn)
	if (user.role !== 'admin' && !(await isShownTo(row.id, user, !row.isPublic))) throw httpError(errors.notFound)
	return PRIVATE
}

const CACHE_CONTROL = {
	lasting: 'public, max-age=31536000, immutable',
	/** Shared caches revalidate hourly: a purge may get lost, and does not reach every cache. */
	open: 'public, max-age=31536000, s-maxage=3600, immutable',
}
/** Stored by the browser but revalidated each time: a sign-out or the end of an enrollment ends access. */
const PRIVATE = 'private, no-cache'

/** Returns whether a file may contain programs. Such a file is downloaded, with a sandbox policy. */
const isDownload = ({ kind }: MediaRow) => kind === 'pdf' || kind === 'document'

/** Returns the `protection` option of a response. Private files may be embedded only by this site. */
const protectionOf = (row: MediaRow, isPublic: boolean) =>
	isDownload(row) ? ({ protection: 'sandboxed' } as const) : isPublic ? {} : ({ protection: 'own' } as const)

/** Types that browsers show without executing. An imported row may have any type. */
const DISPLAYABLE =
	/^(?:image\/(?:webp|avif|jpeg|png|gif)|(?:audio|video)\/[\w.-]+|text\/vtt(?:; charset=utf-8)?|application\/(?:pdf|vnd\.[\w.-]+))$/

/** Returns a file. The bytes at a URL never change: another upload gets another URL. */
export const getMediaFile: Service<typeof contracts.getMediaFile> = async ({ params }, { user }) => {
	const [row] = await db()
		.select()
		.from(media)
		.where(and(eq(media.id, params.id), eq(media.state, 'ready'), isNull(media.ownerId)))
	const file = row?.files.find(({ name }) => name === params.name)
	if (!row || !file) throw httpError(errors.notFound)
	const cacheControl = await cacheControlFor(row, user)
	return new FileAnswer({
		bytes: file.bytes,
		type: DISPLAYABLE.test(file.type) ? file.type : 'application/octet-stream',
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
