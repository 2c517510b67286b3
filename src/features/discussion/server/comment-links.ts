import { asc, gt, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { comments } from '#db/schema/discussion.ts'
import { type LinkSource, type LinkSources, linkStatements } from '#src/platform/publish/content-links.ts'

const commentSource = ({ id, content }: { id: string; content: string }): LinkSource => ({
	...{ kind: 'courseComment', id, text: content },
	isStored: sql`exists (select 1 from comments where id = ${id} and content = ${content})`,
})

/** The statements that keep what a comment or reply below a module links, behind the one that stores it. */
export const courseCommentLinks = (comment: { id: string; content: string }) => linkStatements(commentSource(comment))

/** All of them, for links that were there before they were kept. */
export const courseCommentSources: LinkSources = async (after, limit) => {
	const rows = await db()
		.select({ id: comments.id, content: comments.content })
		.from(comments)
		.where(gt(comments.id, String(after ?? '')))
		.orderBy(asc(comments.id))
		.limit(limit)
	return rows.map((row) => ({ ...commentSource(row), place: row.id }))
}
