import { sql } from 'drizzle-orm'
import { questionCategories, questions } from '#db/schema/questions.ts'
import type { Restorable } from '#src/platform/trash.ts'

export const restorableQuestion: Restorable = {
	table: questions,
	isThere: (id) => sql`exists (select 1 from ${questions} where id = ${id})`,
	href: (id) => `/questions/${id}`,
}

export const restorableCategory: Restorable = {
	table: questionCategories,
	isThere: (id) => sql`exists (select 1 from ${questionCategories} where id = ${id})`,
	href: () => '/admin/categories',
}
