import { eq, inArray, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import {
	questionCategories,
	questionComments,
	questionFollows,
	questionMentions,
	questions,
} from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { demoDomain } from '#src/app/demo-domain.ts'
import { notify } from '#src/features/notifications/server/notify.ts'
import { addStatement, startingCategories } from '#src/features/questions/server/starting-categories.ts'
import { idAt, newId } from '#src/lib/ids.ts'
import { createDemoAccount } from './demo-account.ts'
import { readQuestions, type SeedQuestion } from './read-questions.ts'

const HOUR = 60 * 60_000

/** Invented authors besides the demonstration accounts. */
const writers = [
	{ name: 'Dana Whitfield', username: 'dana' },
	{ name: 'Tomas Keller', username: 'tomas' },
	{ name: 'Imani Brooks', username: 'imani' },
	{ name: 'Gwen Halloran', username: 'gwen' },
]

async function writerIds(): Promise<Map<string, string>> {
	for (const writer of writers) {
		const [existing] = await db().select({ id: users.id }).from(users).where(eq(users.username, writer.username))
		const email = `${writer.username}@${demoDomain}`
		if (!existing) await createDemoAccount({ ...writer, email, role: 'user' })
	}
	const names = ['ruth', 'marcus', ...writers.map(({ username }) => username)]
	const rows = await db()
		.select({ id: users.id, username: users.username })
		.from(users)
		.where(inArray(users.username, names))
	return new Map(rows.map(({ id, username }) => [username, id]))
}

/** Adds missing starting categories, such as deleted ones, and returns all categories by slug. */
async function categoriesBySlug(): Promise<Map<string, { id: string; groupId: string }>> {
	for (const [position, category] of startingCategories.entries())
		await write(
			addStatement(
				category,
				position,
				sql`not exists (select 1 from ${questionCategories} where slug = ${category.slug})`,
			),
		)
	const rows = await db().select().from(questionCategories)
	return new Map(rows.map(({ id, slug, parentCategoryId }) => [slug, { id, groupId: parentCategoryId ?? id }]))
}

type Mention = Pick<typeof questionMentions.$inferSelect, 'postId' | 'userId'>

function statementsFor(
	question: SeedQuestion,
	context: { people: Map<string, string>; categories: Map<string, { id: string; groupId: string }>; now: number },
) {
	const { people, now } = context
	const category = context.categories.get(question.category)
	const authorId = people.get(question.by)
	if (!category || !authorId)
		throw new Error(
			`A seed question refers to the category ${question.category} or the author ${question.by}, which does not exist`,
		)
	const askedAt = now - question.hoursAgo * HOUR
	const id = idAt(askedAt)
	// Every three hours, but never in the future.
	const answeredAt = (index: number) => Math.min(askedAt + (index + 1) * 3 * HOUR, now - 60_000 + index)
	const answers = question.answers.map(({ body }, index) => ({ id: idAt(answeredAt(index)), body }))
	const posts = [{ id, body: question.body }, ...answers]
	const mentions = posts.flatMap((post) =>
		[...people]
			.filter(([username]) => post.body.includes(`@${username}`))
			.map(([, userId]) => ({ postId: post.id, userId, questionId: id })),
	)
	return [
		db()
			.insert(questions)
			.values({
				id,
				title: question.title,
				body: question.body,
				categoryId: category.id,
				groupId: category.groupId,
				authorId,
				isLocked: question.isLocked,
				createdAt: new Date(askedAt),
			}),
		db().insert(questionFollows).values({ questionId: id, userId: authorId, state: 'following' }),
		...question.answers.map(({ by, body, isEdited, isHelpful }, index) => {
			const createdAt = new Date(answeredAt(index))
			return db()
				.insert(questionComments)
				.values({
					id: answers[index]?.id ?? newId(),
					questionId: id,
					authorId: people.get(by) ?? authorId,
					body,
					createdAt,
					editedAt: isEdited ? createdAt : null,
					isHelpful,
				})
		}),
		...mentions.map((mention) => db().insert(questionMentions).values(mention)),
		...notificationStatements(id, authorId, mentions, answeredAt(question.answers.length - 1)),
	]
}

/** Returns the statements that notify the author about answers by others, and mentioned members about the post. */
function notificationStatements(questionId: string, authorId: string, mentions: readonly Mention[], now: number) {
	const answers = sql`from ${questionComments} where question_id = ${questionId} and author_id <> ${authorId}`
	const seqOf = (id: string) => sql`coalesce((select seq from ${questionComments} where id = ${id}), 0)`
	return [
		notify(
			{ kind: 'answer', subjectId: questionId, seq: sql`(select min(seq) ${answers})` },
			sql`select ${authorId} as user_id where exists (select 1 ${answers})`,
			now,
		),
		...mentions.map(({ postId, userId }) =>
			notify(
				{ kind: 'mention', subjectId: questionId, groupId: postId, seq: seqOf(postId) },
				sql`select ${userId} as user_id`,
				now,
			),
		),
	]
}

/** Seeds a lively forum: the starting categories with invented questions and answers. */
export async function seedQuestionsAndAnswers(now = Date.now()): Promise<void> {
	const context = { people: await writerIds(), categories: await categoriesBySlug(), now }
	const oldestFirst = readQuestions().sort((a, b) => b.hoursAgo - a.hoursAgo)
	for (const question of oldestFirst) await write(...statementsFor(question, context))
	// Show visitors to the demonstration the question titles in one category.
	await db()
		.update(questionCategories)
		.set({ titlesPublic: true })
		.where(eq(questionCategories.slug, 'fees-and-billing'))
}
