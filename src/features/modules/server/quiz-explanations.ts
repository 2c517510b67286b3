import { and, asc, eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { modules } from '#db/schema/modules.ts'
import { isOpenTo, isVisible, type Viewer } from '#src/features/course-access/server/visibility.ts'
import type { QuizExplanation } from '../contract.ts'
import { paragraphsOf, paragraphWith } from '../types/quiz/read-again.ts'
import type { QuizData } from '../types/quiz/schema.ts'

/** The quiz, and whether it has its own text. */
type QuizModule = { id: string; courseId: string; hasText: boolean }

/** Returns the content of the course's modules that are open to the reader, starting with the quiz's own. */
async function openTexts({ id, courseId }: QuizModule, user: Viewer) {
	const rows = await db()
		.select({ id: modules.id, content: modules.content })
		.from(modules)
		.innerJoin(courses, eq(courses.id, modules.courseId))
		.where(and(eq(modules.courseId, courseId), isVisible(user), isOpenTo(user)))
		.orderBy(asc(modules.orderIndex))
	return [...rows.filter((row) => row.id === id), ...rows.filter((row) => row.id !== id)]
}

/**
 * Returns the explanation of each question, and where to read about it: at the words that the author chose, if a module
 * open to the reader contains them, or else at the start of the quiz's own text. Call it only for a reader who has
 * finished an attempt.
 */
export async function explanationsOf(
	quiz: QuizModule,
	{ questions }: QuizData,
	user: Viewer,
): Promise<QuizExplanation[]> {
	const paragraphs = paragraphsOf(questions.some(({ readAgain }) => readAgain) ? await openTexts(quiz, user) : [])
	return questions.map(({ why, readAgain: words }) => {
		const paragraph = paragraphWith(paragraphs, words)
		const place = paragraph ? { moduleId: paragraph.text.id, words } : quiz.hasText ? { moduleId: quiz.id } : undefined
		return { ...(why ? { why } : {}), ...(place ? { readAgain: place } : {}) }
	})
}
