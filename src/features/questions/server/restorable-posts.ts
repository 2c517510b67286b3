import { sql } from 'drizzle-orm'
import { questionCategories, questionComments, questions } from '#db/schema/questions.ts'
import type { Restorable } from '#src/platform/trash.ts'

export const restorableQuestion: Restorable = {
	table: questions,
	exists: (id) => sql`exists (select 1 from ${questions} where id = ${id})`,
	href: (id) => `/questions/${id}`,
}

export const restorableQuestionComment: Restorable = {
	table: questionComments,
	exists: (id) => sql`exists (select 1 from ${questionComments} where id = ${id})`,
	href: (id, row) => `/questions/${row.question_id}#comment-${id}`,
}

export const restorableCategory: Restorable = {
	table: questionCategories,
	exists: (id) => sql`exists (select 1 from ${questionCategories} where id = ${id})`,
	href: () => '/admin/categories',
}
