import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses, enrollments } from '#db/schema/courses.ts'
import { journalEntries, moduleProgress, modules, quizAttempts } from '#db/schema/modules.ts'
import { write } from '#db/write.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { isOpenTo, isVisible, requireOpenModule } from '#src/features/course-access/server/visibility.ts'
import { ApiError, httpError, justDeleted } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { changedSince, nextVersion } from '#src/platform/endpoint/version.ts'
import { parseStored } from '#src/platform/stored-json.ts'
import type { QuizResult } from '../contract.ts'
import * as contracts from '../contract.ts'
import type { JournalEntry } from '../journal-contract.ts'
import * as journalContracts from '../journal-contract.ts'
import { countWords, isOverLimit, journalData } from '../types/journal/schema.ts'
import { chosenAnswers, grade, gradedAnswers, questionsVersion, quizData } from '../types/quiz/schema.ts'
import { moduleTypes, readData } from '../types/registry.ts'
import { deleteQuizPlace } from './places.ts'
import { explanationsOf } from './quiz-explanations.ts'

const NEEDS_PASS = moduleTypes
	.filter((known) => 'needsPass' in known && known.needsPass)
	.map(({ type }) => type as string)

async function contentOf(id: string): Promise<{ json: string; hasText: boolean; changedAt: Date }> {
	const [row] = await db()
		.select({
			json: modules.additionalContent,
			hasText: sql<number>`${modules.content} <> ''`,
			changedAt: modules.updatedAt,
		})
		.from(modules)
		.where(eq(modules.id, id))
	return row ? { ...row, hasText: Boolean(row.hasText) } : { json: '{}', hasText: false, changedAt: new Date() }
}

const isEnrolled = (userId: string, courseId: string) =>
	and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId))

export const updateProgress: Service<typeof contracts.updateProgress> = async ({ params, body }, { user }) => {
	const isPassed = sql`(${modules.type} not in ${NEEDS_PASS} or exists (select 1 from ${quizAttempts} as a
		where a.user_id = ${user.id} and a.module_id = ${modules.id} and a.passed = 1))`
	// The write itself checks course, enrollment and passed attempt, rather than an earlier read.
	const saved = await db().all<{ is_completed: number }>(sql`
		insert into ${moduleProgress} (user_id, module_id, is_completed, updated_at)
		select enrolled.user_id, ${modules.id}, ${body.isCompleted ? 1 : 0}, ${Date.now()}
		from ${modules} join ${courses} on ${courses.id} = ${modules.courseId}
			join ${enrollments} as enrolled on enrolled.course_id = ${modules.courseId} and enrolled.user_id = ${user.id}
		where ${modules.id} = ${params.id} and ${isVisible(user)} and ${isOpenTo(user)}
			and ${body.isCompleted ? isPassed : sql`true`}
		on conflict (user_id, module_id) do update
			set is_completed = excluded.is_completed, updated_at = excluded.updated_at, is_taken_over = 0
		returning is_completed`)
	if (saved.length > 0) return { moduleId: params.id, isCompleted: body.isCompleted }
	const module = await requireOpenModule(params.id, user)
	const [enrolled] = await db().select({ one: sql`1` }).from(enrollments).where(isEnrolled(user.id, module.courseId))
	throw httpError(enrolled ? contracts.updateProgress.errors.notPassed : contracts.updateProgress.errors.notEnrolled)
}

type AttemptRow = typeof quizAttempts.$inferSelect

type CurrentQuestions = Pick<QuizResult, 'questions' | 'explanations'>

/**
 * Converts an attempt.
 * @param current the current questions; undefined if the module has changed since the attempt, because the stored
 * indexes may then refer to other options.
 */
function toResult({ answers, ...row }: AttemptRow, current: CurrentQuestions | undefined): QuizResult {
	const chosen = current && parseStored(chosenAnswers, answers, undefined)
	return {
		...row,
		results: parseStored(gradedAnswers, row.results, []),
		...current,
		...(chosen ? { answers: chosen } : {}),
		createdAt: row.createdAt.toISOString(),
	}
}

export const takeQuiz: Service<typeof contracts.takeQuiz> = async ({ params, body }, { user }) => {
	// Taken before the questions are read, so that the attempt is older than a concurrent change to them.
	const createdAt = new Date()
	const [module, { json, hasText }] = await Promise.all([requireOpenModule(params.id, user), contentOf(params.id)])
	if (module.type !== 'quiz') throw httpError(contracts.takeQuiz.errors.notQuiz)
	const data = readData(quizData, json)
	const questions = questionsVersion(data)
	if (data.questions.length === 0) throw httpError(contracts.takeQuiz.errors.noQuestions)
	if (body.questions !== undefined && body.questions !== questions) throw httpError(contracts.takeQuiz.errors.changed)
	if (body.answers.length !== data.questions.length) throw httpError(contracts.takeQuiz.errors.mismatch)
	const { results, ...graded } = grade(data, body.answers)
	const [{ attempt }, explanations] = await Promise.all([
		write({
			attempt: db()
				.insert(quizAttempts)
				.values({
					id: newId(),
					userId: user.id,
					moduleId: params.id,
					answers: JSON.stringify(body.answers),
					results: JSON.stringify(results),
					...graded,
					createdAt,
				})
				.returning(),
			place: deleteQuizPlace(user.id, params.id),
		}),
		explanationsOf({ ...module, hasText }, data, user),
	])
	const [row] = attempt
	if (!row) throw new Error('The attempt was not written')
	return toResult(row, { questions, explanations })
}

export const getQuizState: Service<typeof contracts.getQuizState> = async ({ params }, { user }) => {
	const ownAttempts = and(eq(quizAttempts.userId, user.id), eq(quizAttempts.moduleId, params.id))
	const newestAttempt = (condition = ownAttempts) =>
		db().select().from(quizAttempts).where(condition).orderBy(desc(quizAttempts.id)).limit(1)
	const [module, { json, hasText, changedAt }, [last], [passed]] = await Promise.all([
		requireOpenModule(params.id, user),
		contentOf(params.id),
		newestAttempt(),
		newestAttempt(and(ownAttempts, eq(quizAttempts.passed, true))),
	])
	const isCurrent = (row: AttemptRow) => row.createdAt >= changedAt
	const data = readData(quizData, json)
	const current = last &&
		isCurrent(last) && {
			questions: questionsVersion(data),
			explanations: await explanationsOf({ ...module, hasText }, data, user),
		}
	const result = (row: AttemptRow | undefined) =>
		row ? toResult(row, isCurrent(row) && current ? current : undefined) : null
	return { hasPassed: passed !== undefined, passed: result(passed), last: result(last) }
}

const ownEntry = (user: CurrentUser, moduleId: string) =>
	and(eq(journalEntries.userId, user.id), eq(journalEntries.moduleId, moduleId))

const readEntry = async (user: CurrentUser, moduleId: string) =>
	(await db().select().from(journalEntries).where(ownEntry(user, moduleId)))[0]

/** Converts an entry for its author. The row's version also changes with feedback, so `updatedAt` is used instead. */
const toEntry = (row: typeof journalEntries.$inferSelect) => ({
	...row,
	createdAt: row.createdAt.toISOString(),
	updatedAt: row.updatedAt.toISOString(),
	feedbackAt: row.feedbackAt?.toISOString() ?? null,
	version: row.updatedAt.getTime(),
})

export const getJournal: Service<typeof journalContracts.getJournal> = async ({ params }, { user }) => {
	const [, row] = await Promise.all([requireOpenModule(params.id, user), readEntry(user, params.id)])
	return row ? toEntry(row) : null
}

/** Inserts or updates an entry. @returns no row if its content has changed since `version`. */
function upsertEntry(entry: typeof journalEntries.$inferInsert, version: number | undefined) {
	const isSame = sql`${journalEntries.content} = excluded.content`
	const unlessSame = (now: unknown, next: SQL) => sql`case when ${isSame} then ${now} else ${next} end`
	const { updatedAt } = journalEntries
	return db()
		.insert(journalEntries)
		.values(entry)
		.onConflictDoUpdate({
			target: [journalEntries.userId, journalEntries.moduleId],
			set: {
				content: sql`excluded.content`,
				// An unchanged entry needs no new feedback.
				isWaiting: unlessSame(journalEntries.isWaiting, sql`1`),
				version: unlessSame(journalEntries.version, nextVersion(journalEntries.version)),
				// Changes with the content, even on two saves within the same millisecond.
				updatedAt: unlessSame(updatedAt, sql`excluded.updated_at + (excluded.updated_at = ${updatedAt})`),
			},
			// Saving the same text again is not a conflict.
			...(version === undefined ? {} : { setWhere: sql`${isSame} or ${updatedAt} = ${version}` }),
		})
		.returning()
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
	const ids = { id: newId(), userId: user.id, moduleId: params.id, courseId: module.courseId }
	const entry = { ...ids, content: body.content, isWaiting: true, createdAt: now, updatedAt: now }
	const [row] = await upsertEntry(entry, body.version)
	if (row) return toEntry(row)
	const stored = await readEntry(user, params.id)
	throw (stored && changedSince(journalContracts.saveJournal, body.version, toEntry(stored))) ?? justDeleted()
}
