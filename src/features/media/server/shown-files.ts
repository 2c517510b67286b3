import { type SQL, sql } from 'drizzle-orm'
import { media, mediaUses } from '#db/schema/media.ts'
import { enqueuePurgeOf } from '#src/platform/publish/publish-queue.ts'

/**
 * The statements that tell whoever keeps copies of public files of those that these modules show: for the `write` that
 * closes or deletes them, before it does.
 * @param modules a `select` of their ids. It has the condition of the change.
 */
export const purgeFilesOf = (modules: SQL) =>
	enqueuePurgeOf(sql`
		select '/media/' || ${media.id} || '/' || (stored.value ->> '$.name') as path
		from ${media}, json_each(${media.files}) as stored
		where ${media.isPublic} = 1 and ${media.state} = 'ready' and ${media.id} in (
			select ${mediaUses.mediaId} from ${mediaUses}
			where ${mediaUses.subjectType} = 'module' and ${mediaUses.subjectId} in (${modules}))`)
