import { type SQL, sql } from 'drizzle-orm'
import { media, mediaUses } from '#db/schema/media.ts'
import { enqueuePurgeOf } from '#src/platform/publish/publish-queue.ts'

/**
 * Returns statements that purge public files of these modules from caches, for the `write` that locks or deletes the
 * modules. The statements must precede the change.
 * @param modules a `select` of ids, with the condition of the change.
 */
export const purgeFilesOf = (modules: SQL) =>
	enqueuePurgeOf(sql`
		select '/media/' || ${media.id} || '/' || (stored.value ->> '$.name') as path
		from ${media}, json_each(${media.files}) as stored
		where ${media.isPublic} = 1 and ${media.state} = 'ready' and ${media.id} in (
			select ${mediaUses.mediaId} from ${mediaUses}
			where ${mediaUses.subjectType} = 'module' and ${mediaUses.subjectId} in (${modules}))`)
