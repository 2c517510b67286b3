import { setImmediate } from 'node:timers/promises'
import { eq, inArray, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { erasePostsInTrash } from '#db/erase-person.ts'
import { questionComments, questions } from '#db/schema/questions.ts'
import { write } from '#db/write.ts'
import { DELETED } from '#src/features/comments/contract.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { questionTexts } from './question-links.ts'

/** Posts per write: few, since each one is also removed from the search index. */
const BATCH_SIZE = 4

/**
 * Erases all questions and comments of a person, including those in the trash. Answers by others stay, below a
 * question without text. Can be repeated after an interruption.
 * @param afterBatch runs after each batch of questions.
 */
export async function erasePostsOf(userId: string, afterBatch: () => Promise<void>): Promise<void> {
	const comments = db()
		.select({ seq: questionComments.seq })
		.from(questionComments)
		.where(eq(questionComments.authorId, userId))
		.limit(BATCH_SIZE)
	while ((await db().delete(questionComments).where(inArray(questionComments.seq, comments))).rowsAffected > 0)
		await setImmediate()
	for (;;) {
		const batch = await db()
			.select({ id: questions.id })
			.from(questions)
			.where(eq(questions.authorId, userId))
			.limit(BATCH_SIZE)
		if (batch.length === 0) break
		const ids = batch.map(({ id }) => id)
		await write(
			db().run(sql`delete from ${questions} where ${inArray(questions.id, ids)} and comment_count = 0`),
			db()
				.update(questions)
				.set({
					...{ title: DELETED, body: '', joinedWords: '', authorId: null, idempotencyKey: null },
					deletedAt: sql`coalesce(${questions.deletedAt}, ${Date.now()})`,
				})
				.where(inArray(questions.id, ids)),
			...ids.flatMap((id) => questionTexts.links({ id, title: DELETED, body: '' })),
		)
		await setImmediate()
		await afterBatch()
		await setImmediate()
	}
	await erasePostsInTrash(userId)
	wake('publisher')
}
