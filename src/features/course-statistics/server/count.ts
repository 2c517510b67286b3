import { and, asc, eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courseStatistics, staleStatistics } from '#db/schema/course-statistics.ts'
import { courses, enrollments } from '#db/schema/courses.ts'
import { journalEntries, modulePlaces, moduleProgress, modules, quizAttempts } from '#db/schema/modules.ts'
import { write } from '#db/write.ts'
import { chosenAnswers, gradedAnswers, quizData } from '#src/features/modules/types/quiz/schema.ts'
import { readData } from '#src/features/modules/types/registry.ts'
import { newId } from '#src/lib/ids.ts'
import { job } from '#src/platform/jobs/job.ts'
import { releaseLease, takeLease } from '#src/platform/jobs/lease.ts'
import { yieldToEventLoop } from '#src/platform/jobs/yield-to-event-loop.ts'
import { parseStored } from '#src/platform/stored-json.ts'
import type { StatisticsDetail } from '../contract.ts'
import { CourseTally, QuizTally } from './tally.ts'

/** Lookups per statement: about two milliseconds, so that other requests do not wait long. */
const MAX_LOOKUPS = 1_500
const ATTEMPTS_PER_BATCH = 300

/** Minimum pause between two counts of a course: `PAUSE_MS` plus `PAUSE_FACTOR` times the last duration. */
const PAUSE_MS = 60_000
const PAUSE_FACTOR = 100

const LEASE = 'figures'
/** Lease in milliseconds, longer than the count of the largest course. */
const LEASE_MS = 5 * 60_000

/** Selects a course that is due for a count, longest wait first; the query plan is tested. */
export const dueStatistics = (now = Date.now()) =>
	db().all<{ courseId: string }>(sql`
		select course_id as courseId from (select course_id from ${courseStatistics} where is_counting = 1 limit 1)
		union all
		select * from (
			select s.course_id as courseId from ${staleStatistics} s left join ${courseStatistics} f on f.course_id = s.course_id
			where f.counted_at is null or f.counted_at > ${now}
				or f.counted_at + ${PAUSE_MS} + f.took_ms * ${PAUSE_FACTOR} <= ${now}
			order by s.since limit 1)
		limit 1`)

interface ModuleRow {
	id: string
	title: string
	type: string
	additionalContent: string
}

const modulesOf = (courseId: string): Promise<ModuleRow[]> =>
	db()
		.select({
			id: modules.id,
			title: modules.title,
			type: modules.type,
			additionalContent: modules.additionalContent,
		})
		.from(modules)
		.where(eq(modules.courseId, courseId))
		.orderBy(asc(modules.orderIndex))

/** Selects the next members of a course with their progress; the query plan is tested. */
const membersStatement = (courseId: string, moduleIds: readonly string[], after: string) =>
	db().all<{ userId: string; enrolledAt: number; done: string | null; placeAt: number | null }>(sql`
		select e.user_id as userId, e.created_at as enrolledAt,
			(select group_concat(m.key || ':' || p.updated_at) from json_each(${JSON.stringify(moduleIds)}) m
				cross join ${moduleProgress} p
				where p.user_id = e.user_id and p.module_id = m.value and p.is_completed = 1) as done,
			(select max(updated_at) from ${modulePlaces} where user_id = e.user_id and course_id = ${courseId}) as placeAt
		from ${enrollments} e where e.course_id = ${courseId} and e.user_id > ${after}
		order by e.user_id limit ${Math.max(10, Math.floor(MAX_LOOKUPS / (moduleIds.length + 1)))}`)

/** Selects the next attempts at a quiz, and whether each is the member's first; the query plan is tested. */
const attemptsStatement = (moduleId: string, after: number) =>
	db().all<{ row: number; answers: string; results: string; isFirst: number }>(sql`
		select a.rowid as "row", a.answers, a.results, not exists (select 1 from ${quizAttempts} b
			where b.user_id = a.user_id and b.module_id = a.module_id and b.id < a.id) as isFirst
		from ${quizAttempts} a where a.module_id = ${moduleId} and a.rowid > ${after}
		order by a.rowid limit ${ATTEMPTS_PER_BATCH}`)

async function countMembers(courseId: string, moduleIds: string[], now: number): Promise<CourseTally> {
	const tally = new CourseTally(moduleIds.length, now)
	for (let after = ''; ; ) {
		const rows = await membersStatement(courseId, moduleIds, after)
		for (const { enrolledAt, done, placeAt } of rows) {
			const completedAt = new Array<number | undefined>(moduleIds.length).fill(undefined)
			for (const entry of done?.split(',') ?? []) {
				const [at, when] = entry.split(':').map(Number) as [number, number]
				completedAt[at] = when
			}
			tally.add({ enrolledAt, completedAt, placeAt })
		}
		const last = rows.at(-1)
		if (!last) return tally
		after = last.userId
		await yieldToEventLoop()
	}
}

async function countQuiz({ id, title, additionalContent }: ModuleRow) {
	const tally = new QuizTally(readData(quizData, additionalContent).questions)
	for (let after = 0; ; ) {
		const rows = await attemptsStatement(id, after)
		for (const { answers, results, isFirst } of rows)
			if (isFirst) tally.add(parseStored(chosenAnswers, answers, []), parseStored(gradedAnswers, results, []))
		const last = rows.at(-1)
		if (!last) return { moduleId: id, title, ...tally.result }
		after = last.row
		await yieldToEventLoop()
	}
}

/**
 * Counts a course. Removes the stale mark before it counts, so a change during the count marks the course again.
 * `is_counting` is set until the end, so another process counts the course after a crash.
 */
async function countCourse(courseId: string, now: number): Promise<void> {
	const startedAt = performance.now()
	await write(
		db().delete(staleStatistics).where(eq(staleStatistics.courseId, courseId)),
		db().run(sql`
			insert into ${courseStatistics} (course_id, detail, is_counting)
			select id, '{}', 1 from ${courses} where id = ${courseId}
			on conflict (course_id) do update set is_counting = 1`),
	)
	const rows = await modulesOf(courseId)
	const tally = await countMembers(
		courseId,
		rows.map(({ id }) => id),
		now,
	)
	const quizzes: StatisticsDetail['quizzes'] = []
	for (const row of rows) if (row.type === 'quiz') quizzes.push(await countQuiz(row))
	const waitingJournals = await db().$count(
		journalEntries,
		and(eq(journalEntries.courseId, courseId), eq(journalEntries.isWaiting, true)),
	)
	const detail: StatisticsDetail = {
		modules: rows.map(({ id, title, type }, at) => ({
			...{ id, title, type },
			...(tally.modules[at] ?? { completed: 0, standHere: 0, quiet: 0 }),
		})),
		quizzes,
		months: tally.months,
	}
	const { enrolled, started, finished, medianDays } = tally
	// A course that was deleted in the meantime has no row.
	await db()
		.update(courseStatistics)
		.set({
			...{ enrolled, started, finished, medianDays, waitingJournals, detail },
			countedAt: new Date(now),
			tookMs: Math.ceil(performance.now() - startedAt),
			isCounting: false,
		})
		.where(eq(courseStatistics.courseId, courseId))
}

/** Counts the changed courses one after another, on one node at a time. @returns the number of courses. */
export async function countStatistics(signal?: AbortSignal, now = Date.now()): Promise<number> {
	const holder = newId()
	let counted = 0
	try {
		while (!signal?.aborted) {
			const [due] = await dueStatistics(now)
			if (!due || !(await takeLease(LEASE, holder, LEASE_MS))) return counted
			await countCourse(due.courseId, now)
			counted++
			// After an import or an upgrade, all courses are due at the same time, so let other requests run in between.
			await yieldToEventLoop()
		}
		return counted
	} finally {
		await releaseLease(LEASE, holder)
	}
}

export const statisticsJob = job({
	name: 'course-statistics',
	due: dueStatistics,
	every: 60_000,
	run: (signal) => countStatistics(signal),
})
