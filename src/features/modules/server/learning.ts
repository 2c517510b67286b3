import { and, desc, eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses, enrollments } from '#db/schema/courses.ts'
import { journalEntries, moduleProgress, modules, quizAttempts } from '#db/schema/modules.ts'
import { write } from '#db/write.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { isOpenTo, isVisible, requireOpenModule } from '#src/features/course-access/server/visibility.ts'
import { ApiError, httpError } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { nextVersion } from '#src/platform/endpoint/version.ts'
import { parseStored } from '#src/platform/stored-json.ts'
import * as contracts from '../contract.ts'
import type { JournalEntry } from '../journal-contract.ts'
import * as journalContracts from '../journal-contract.ts'
import { countWords, isOverLimit, journalData } from '../types/journal/schema.ts'
import { chosenAnswers, grade, gradedAnswers, quizData } from '../types/quiz/schema.ts'
import { moduleTypes, readData } from '../types/registry.ts'
import { forgetQuizPlace } from './places.ts'

const NEEDS_PASS = moduleTypes
	.filter((known) => 'needsPass' in known && known.needsPass)
	.map(({ type }) => type as string)

async function contentOf(id: string): Promise<{ json: string; changedAt: Date }> {
	const [row] = await db()
		.select({ json: modules.additionalContent, changedAt: modules.updatedAt })
		.from(modules)
		.where(eq(modules.id, id))
	return row ?? { json: '{}', changedAt: new Date() }
}

const isEnrolled = (userId: string, courseId: string) =>
	and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId))

export const updateProgress: Service<typeof contracts.updateProgress> = async ({ params, body }, { user }) => {
	const isPassed = sql`(${modules.type} not in ${NEEDS_PASS} or exists (select 1 from ${quizAttempts} as a
		where a.user_id = ${user.id} and a.module_id = ${modules.id} and a.passed = 1))`
	// Course, enrollment and passed attempt are conditions of the write itself, not of an earlier read.
	const written = await db().all<{ is_completed: number }>(sql`
		insert into ${moduleProgress} (user_id, module_id, is_completed, updated_at)
		select enrolled.user_id, ${modules.id}, ${body.isCompleted ? 1 : 0}, ${Date.now()}
		from ${modules} join ${courses} on ${courses.id} = ${modules.courseId}
			join ${enrollments} as enrolled on enrolled.course_id = ${modules.courseId} and enrolled.user_id = ${user.id}
		where ${modules.id} = ${params.id} and ${isVisible(user)} and ${isOpenTo(user)}
			and ${body.isCompleted ? isPassed : sql`true`}
		on conflict (user_id, module_id) do update set is_completed = excluded.is_completed, updated_at = excluded.updated_at
		returning is_completed`)
	if (written.length > 0) return { moduleId: params.id, isCompleted: body.isCompleted }
	const module = await requireOpenModule(params.id, user)
	const [enrolled] = await db().select({ one: sql`1` }).from(enrollments).where(isEnrolled(user.id, module.courseId))
	throw httpError(enrolled ? contracts.updateProgress.errors.notPassed : contracts.updateProgress.errors.notEnrolled)
}

type AttemptRow = typeof quizAttempts.$inferSelect

/** Converts an attempt. @param changedAt time of the module's last change. */
function toResult({ answers, ...row }: AttemptRow, changedAt: Date) {
	const chosen = row.createdAt >= changedAt ? parseStored(chosenAnswers, answers, undefined) : undefined
	return { ...row, results: parseStored(gradedAnswers, row.results, []), ...(chosen ? { answers: chosen } : {}) }
}

export const takeQuiz: Service<typeof contracts.takeQuiz> = async ({ params, body }, { user }) => {
	const [module, { json, changedAt }] = await Promise.all([requireOpenModule(params.id, user), contentOf(params.id)])
	if (module.type !== 'quiz') throw httpError(contracts.takeQuiz.errors.notQuiz)
	const data = readData(quizData, json)
	if (data.questions.length === 0) throw httpError(contracts.takeQuiz.errors.noQuestions)
	if (body.answers.length !== data.questions.length) throw httpError(contracts.takeQuiz.errors.mismatch)
	const { results, ...graded } = grade(data, body.answers)
	const {
		attempt: [row],
	} = await write({
		attempt: db()
			.insert(quizAttempts)
			.values({
				id: newId(),
				userId: user.id,
				moduleId: params.id,
				answers: JSON.stringify(body.answers),
				results: JSON.stringify(results),
				...graded,
				createdAt: new Date(),
			})
			.returning(),
		place: forgetQuizPlace(user.id, params.id),
	})
	if (!row) throw new Error('The attempt was not written')
	return toResult(row, changedAt)
}

export const getQuizState: Service<typeof contracts.getQuizState> = async ({ params }, { user }) => {
	const own = and(eq(quizAttempts.userId, user.id), eq(quizAttempts.moduleId, params.id))
	const [, { changedAt }, [last], [passed]] = await Promise.all([
		requireOpenModule(params.id, user),
		contentOf(params.id),
		db().select().from(quizAttempts).where(own).orderBy(desc(quizAttempts.id)).limit(1),
		db()
			.select({ one: sql`1` })
			.from(quizAttempts)
			.where(and(own, eq(quizAttempts.passed, true)))
			.limit(1),
	])
	return { hasPassed: passed !== undefined, last: last ? toResult(last, changedAt) : null }
}

const ownEntry = (user: CurrentUser, moduleId: string) =>
	and(eq(journalEntries.userId, user.id), eq(journalEntries.moduleId, moduleId))

export const getJournal: Service<typeof journalContracts.getJournal> = async ({ params }, { user }) => {
	const [, [row]] = await Promise.all([
		requireOpenModule(params.id, user),
		db().select().from(journalEntries).where(ownEntry(user, params.id)),
	])
	return row ?? null
}

export const saveJournal: Service<typeof journalContracts.saveJournal> = async (
	{ params, body },
	{ user },
): Promise<JournalEntry> => {
	const [module, { json }] = await Promise.all([requireOpenModule(params.id, user), contentOf(params.id)])
	if (module.type !== 'journal') throw httpError(journalContracts.saveJournal.errors.notJournal)
	const { wordLimit } = readData(journalData, json)
	if (isOverLimit(countWords(body.content), wordLimit))
		throw new ApiError(400, `${journalContracts.saveJournal.errors.tooLong[1]} of ${wordLimit} words`)
	const now = new Date()
	const [row] = await db()
		.insert(journalEntries)
		.values({
			id: newId(),
			userId: user.id,
			moduleId: params.id,
			courseId: module.courseId,
			content: body.content,
			isWaiting: true,
			createdAt: now,
			updatedAt: now,
		})
		.onConflictDoUpdate({
			target: [journalEntries.userId, journalEntries.moduleId],
			set: {
				content: body.content,
				// An unchanged entry needs no new feedback.
				isWaiting: sql`case when ${journalEntries.content} = excluded.content then ${journalEntries.isWaiting} else 1 end`,
				version: sql`case when ${journalEntries.content} = excluded.content then ${journalEntries.version} else ${nextVersion(journalEntries.version)} end`,
				updatedAt: now,
			},
		})
		.returning()
	if (!row) throw new Error('The journal entry was not written')
	return {
		...row,
		createdAt: row.createdAt.toISOString(),
		updatedAt: row.updatedAt.toISOString(),
		feedbackAt: row.feedbackAt?.toISOString() ?? null,
	}
}
