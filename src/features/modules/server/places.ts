import { and, eq, gt, gte, or, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses, enrollments } from '#db/schema/courses.ts'
import { modulePlaces, modules, quizAttempts } from '#db/schema/modules.ts'
import { isOpenTo, isVisible, type Viewer } from '#src/features/course-access/server/visibility.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { CLOCKS_MS } from '#src/platform/jobs/lease.ts'
import { parseStored } from '#src/platform/stored-json.ts'
import type { Place } from '../contract.ts'
import * as contracts from '../contract.ts'
import { chosenAnswers } from '../types/quiz/schema.ts'

const { errors } = contracts.updatePlace

/** Returns the error for a write that changed no row. */
async function errorOf(courseId: string, moduleId: string, user: Viewer) {
	const [target] = await db()
		.select({ moduleId: modules.id, isOpen: isOpenTo(user) })
		.from(courses)
		.leftJoin(modules, and(eq(modules.courseId, courses.id), eq(modules.id, moduleId)))
		.where(and(eq(courses.id, courseId), isVisible(user)))
	if (!target) return httpError(errors.courseNotFound)
	if (target.moduleId === null) return httpError(errors.notFound)
	return httpError(target.isOpen ? errors.notEnrolled : errors.notOpen)
}

export const updatePlace: Service<typeof contracts.updatePlace> = async ({ params, body }, { user }) => {
	const { moduleId, scroll = null, seconds = null, question = null, answers, ago = 0 } = body
	const answersJson = answers === undefined ? null : JSON.stringify(answers)
	const at = Date.now() - ago
	// A time after this is from a clock that ran ahead.
	const maxTime = Date.now() + CLOCKS_MS
	// A place may arrive after the attempt that ended the quiz.
	const lastAttempt = sql`from ${quizAttempts} as a where a.user_id = ${user.id} and a.module_id = ${moduleId}
		order by a.id desc limit 1`
	const isFinished = sql`(select a.created_at between ${at} and ${maxTime} or a.answers = ${answersJson}
		${lastAttempt})`
	const unlessFinished = (value: number | string | null) => sql`case when ${isFinished} then null else ${value} end`
	// A position stored before the module's last change is not valid.
	const assignment = (name: string) => {
		const column = sql.identifier(name)
		return sql`${column} = coalesce(excluded.${column},
			(select module_places.${column} from ${modules} where ${modules.id} = ${modulePlaces}.module_id and ${isCurrent()}))`
	}
	// The write itself checks for enrollment and for an open module of this course.
	const saved = await db().all(sql`
		insert into ${modulePlaces} (user_id, course_id, module_id, scroll, seconds, question, answers, updated_at)
		select enrolled.user_id, enrolled.course_id, ${modules.id}, ${scroll}, ${seconds},
			${unlessFinished(question)}, ${unlessFinished(answersJson)}, ${at}
		from ${enrollments} as enrolled
			cross join ${modules} on ${modules.courseId} = enrolled.course_id and ${modules.id} = ${moduleId}
			cross join ${courses} on ${courses.id} = enrolled.course_id and ${isVisible(user)}
		where enrolled.user_id = ${user.id} and enrolled.course_id = ${params.id} and ${isOpenTo(user)}
		on conflict (user_id, module_id) do update set ${sql.join(
			['scroll', 'seconds', 'question', 'answers'].map(assignment),
			sql`, `,
		)}, updated_at = case when ${modulePlaces}.updated_at > ${maxTime} then excluded.updated_at
			else max(${modulePlaces}.updated_at, excluded.updated_at) end
		returning module_id`)
	if (saved.length === 0) throw await errorOf(params.id, moduleId, user)
	return undefined
}

/** Matches places saved after their module's last change. A change in the future, by a fast clock, is ignored. */
const isCurrent = () =>
	or(gte(modulePlaces.updatedAt, modules.updatedAt), gt(modules.updatedAt, new Date(Date.now() + CLOCKS_MS)))

/** Condition on `modulePlaces` joined with `modules`: the place is this member's, and the module has not changed. */
export const isPlaceOf = (userId: string) =>
	and(eq(modulePlaces.moduleId, modules.id), eq(modulePlaces.userId, userId), isCurrent())

/** Returns a place for the API, without unset fields. */
export function toPlace(row: typeof modulePlaces.$inferSelect): Place {
	const answers = parseStored(chosenAnswers, row.answers, undefined)
	return {
		...(row.scroll === null ? {} : { scroll: row.scroll }),
		...(row.seconds === null ? {} : { seconds: row.seconds }),
		...(row.question === null ? {} : { question: row.question }),
		...(answers === undefined ? {} : { answers }),
		updatedAt: row.updatedAt.toISOString(),
	}
}

/** Returns the statement that clears the quiz position, for the `write` of the attempt. */
export const deleteQuizPlace = (userId: string, moduleId: string) =>
	db()
		.update(modulePlaces)
		.set({ question: null, answers: null })
		.where(and(eq(modulePlaces.userId, userId), eq(modulePlaces.moduleId, moduleId)))
