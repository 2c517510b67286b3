import { asc, gt, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { questionComments, questions } from '#db/schema/questions.ts'
import { type LinkSource, type LinkSources, linkStatements } from '#src/platform/publish/content-links.ts'

const questionSource = ({ id, title, body }: { id: string; title: string; body: string }): LinkSource => ({
	...{ kind: 'question', id, text: `${title}\n${body}` },
	isStored: sql`exists (select 1 from ${questions} where id = ${id} and title = ${title} and body = ${body})`,
})

const commentSource = ({ id, body }: { id: string; body: string }): LinkSource => ({
	...{ kind: 'questionComment', id, text: body },
	isStored: sql`exists (select 1 from ${questionComments} where id = ${id} and body = ${body})`,
})

/** Returns the statements that store a question's links, to follow the one that stores it. */
export const questionLinks = (question: { id: string; title: string; body: string }) =>
	linkStatements(questionSource(question))

/** Returns the same for a comment on a question. */
export const commentLinks = (comment: { id: string; body: string }) => linkStatements(commentSource(comment))

const questionSources: LinkSources = async (after, limit) => {
	const rows = await db()
		.select({ place: questions.seq, id: questions.id, title: questions.title, body: questions.body })
		.from(questions)
		.where(gt(questions.seq, Number(after ?? 0)))
		.orderBy(asc(questions.seq))
		.limit(limit)
	return rows.map((row) => ({ ...questionSource(row), place: row.place }))
}

const commentSources: LinkSources = async (after, limit) => {
	const rows = await db()
		.select({ place: questionComments.seq, id: questionComments.id, body: questionComments.body })
		.from(questionComments)
		.where(gt(questionComments.seq, Number(after ?? 0)))
		.orderBy(asc(questionComments.seq))
		.limit(limit)
	return rows.map((row) => ({ ...commentSource(row), place: row.place }))
}

/** All posts, to backfill links from before they were stored. */
export const postSources: readonly LinkSources[] = [questionSources, commentSources]
