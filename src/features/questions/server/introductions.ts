import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { questionCategories, questions } from '#db/schema/questions.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../introduction-contract.ts'
import { INTRODUCTIONS, introductionText } from '../introduction-contract.ts'
import { postQuestion } from './questions.ts'

const isIntroductionOf = (userId: string) => sql`${questions.authorId} = ${userId} and ${questions.deletedAt} is null
	and ${questions.categoryId} = (select id from ${questionCategories} where slug = ${INTRODUCTIONS})`

/** Finds the category of introductions, unless an admin deleted it, and the member's question in it. */
export async function findIntroduction(userId: string) {
	const [category] = await db().all<{ id: string; introduction: string | null }>(sql`
		select c.id, (select ${questions.id} from ${questions} where ${isIntroductionOf(userId)} limit 1) as introduction
		from ${questionCategories} c where c.slug = ${INTRODUCTIONS}`)
	return category
}

export const createIntroduction: Service<typeof contracts.createIntroduction> = async ({ body }, { user }) => {
	const { noCategory, already } = contracts.createIntroduction.errors
	const category = await findIntroduction(user.id)
	if (!category) throw httpError(noCategory)
	const title = `Introducing ${user.name}`.slice(0, 200)
	const text = introductionText(body)
	const { id, sent } = await postQuestion({ title, body: text, categoryId: category.id }, user, {
		// Also false for a concurrent second request, since its write runs after this one.
		when: sql`not exists (select 1 from ${questions} where ${isIntroductionOf(user.id)})`,
		sent: isIntroductionOf(user.id),
	})
	if (!sent) throw httpError(noCategory)
	if (sent.id !== id && sent.body !== text) throw httpError(already)
	return { id: sent.id }
}
