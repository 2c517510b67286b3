import { asc, gt, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { comments } from '#db/schema/discussion.ts'
import { type LinkSource, type LinkSources, linkStatements } from '#src/platform/publish/content-links.ts'

const commentSource = ({ id, content }: { id: string; content: string }): LinkSource => ({
	...{ kind: 'courseComment', id, text: content },
	isStored: sql`exists (select 1 from ${comments} where id = ${id} and content = ${content})`,
})

/** Returns statements that store the links of a comment or reply. They follow the statement that stores the text. */
export const courseCommentLinks = (comment: { id: string; content: string }) => linkStatements(commentSource(comment))

/** All comments, to store links of texts from before links were stored. */
export const courseCommentSources: LinkSources = async (after, limit) => {
	const rows = await db()
		.select({ id: comments.id, content: comments.content })
		.from(comments)
		.where(gt(comments.id, String(after ?? '')))
		.orderBy(asc(comments.id))
		.limit(limit)
	return rows.map((row) => ({ ...commentSource(row), place: row.id }))
}
