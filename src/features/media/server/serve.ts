import { and, eq, or, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses, enrollments } from '#db/schema/courses.ts'
import { type MediaRow, media, mediaUses } from '#db/schema/media.ts'
import { modules } from '#db/schema/modules.ts'
import type { SignedInUser } from '#src/lib/auth-state.ts'
import { refusal } from '#src/lib/errors.ts'
import type { Service } from '#src/platform/create-handle.ts'
import { FileAnswer } from '#src/platform/http/file-reply.ts'
import { NotStoredError } from '#src/platform/storage/storage.ts'
import * as contracts from '../contract.ts'
import { mediaStore, withStorage } from './media-storage.ts'

const { errors } = contracts.getMediaFile

/** Whether a member takes a published course that shows the file. */
async function isEnrolledForIt(id: string, user: SignedInUser): Promise<boolean> {
	const [found] = await db()
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
		.innerJoin(enrollments, and(eq(enrollments.courseId, courses.id), eq(enrollments.userId, user.id)))
		.where(and(eq(mediaUses.mediaId, id), eq(courses.isPublished, true)))
		.limit(1)
	return found !== undefined
}

/** @throws {ApiError} 401 to a visitor, 404 to a member who may not have it. */
async function assertMayRead(row: MediaRow, user: SignedInUser | undefined): Promise<void> {
	if (row.isPublic) return
	if (!user) throw refusal(errors.signIn)
	if (user.role !== 'admin' && !(await isEnrolledForIt(row.id, user))) throw refusal(errors.notFound)
}

const PUBLIC = 'public, max-age=31536000, immutable'
/** Kept by the browser, and asked for each time: who signed out, or left the course, has it no longer. */
const PRIVATE = 'private, no-cache'

/** What came from outside is shown by this site alone, and a PDF, which may hold programs, is a download without any. */
const protectionOf = ({ kind, isPublic }: MediaRow) =>
	kind === 'pdf' ? ({ protection: 'sandboxed' } as const) : isPublic ? {} : ({ protection: 'own' } as const)

/** The address never shows other bytes: what is uploaded again has another. */
export const getMediaFile: Service<typeof contracts.getMediaFile> = async ({ params }, { user }) => {
	const [row] = await db()
		.select()
		.from(media)
		.where(and(eq(media.id, params.id), eq(media.state, 'ready')))
	const file = row?.files.find(({ name }) => name === params.name)
	if (!row || !file) throw refusal(errors.notFound)
	await assertMayRead(row, user)
	return new FileAnswer({
		bytes: file.bytes,
		type: file.type,
		etag: `"${file.sha256}"`,
		cacheControl: row.isPublic ? PUBLIC : PRIVATE,
		...(row.kind === 'pdf' ? { downloadAs: row.name } : {}),
		...protectionOf(row),
		open: (range) =>
			withStorage(errors, async () => {
				const store = await mediaStore()
				return store.read(file.key, range).catch((error: unknown) => {
					throw error instanceof NotStoredError ? refusal(errors.notFound) : error
				})
			}),
	})
}
