import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { listAudit } from '#src/features/audit/contract.ts'
import { enroll } from '#src/features/courses/contract.ts'
import { listDeletions, restoreDeletion } from '#src/features/deletions/contract.ts'
import { deleteModule, getQuizState, takeQuiz } from '#src/features/modules/contract.ts'
import { getPodcastStatus } from '#src/features/podcast/server/service.ts'
import { newId } from '#src/lib/ids.ts'
import { callApi, createPrincipals, type Principal, type PrincipalName } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import { QUIZ } from '#tests/support/courses/quiz.ts'

// An import or an older release may leave any text in a JSON column. It must not make a response fail.

let database: TestDatabase
let as: Record<PrincipalName, Principal>
beforeEach(async () => {
	database = await freshDatabase()
	as = await createPrincipals()
})
afterEach(() => database.discard())

test.each(['no JSON', '', '{"a":', 'null', '[{}]', '7'])('columns with %j do not break a response', async (json) => {
	await db().run(sql`insert into podcast_feed (id, url, title, description, content_hash, changed_at, notes)
		values (1, 'https://feed.example/rss', 'Show', '', '', 0, ${json})`)
	expect((await getPodcastStatus()).notes).toEqual([])

	await db()
		.insert(audit)
		.values({
			...{ id: newId(), at: new Date(), actorId: null, actorName: 'Importer', action: 'course.created' },
			...{ subjectType: 'course', subjectId: 'c', subjectName: 'Course', detail: json },
		})
	expect(await callApi(listAudit, { as: as.admin })).toMatchObject({ status: 200 })

	const course = await makeCourse(as.admin)
	const quiz = await makeModule(as.admin, course.id, { type: 'quiz', additionalContent: JSON.stringify(QUIZ) })
	await callApi(enroll, { as: as.member, params: { id: course.id } })
	const params = { id: quiz.id }
	const taken = await callApi(takeQuiz, { as: as.member, params, body: { answers: QUIZ.questions.map(() => 0) } })
	expect(taken.status, taken.text).toBe(201)
	await db().run(sql`update quiz_attempts set answers = ${json}, results = ${json}`)
	expect(await callApi(getQuizState, { as: as.member, params })).toMatchObject({ status: 200 })

	const reading = await makeModule(as.admin, course.id)
	expect((await callApi(deleteModule, { as: as.admin, params: { id: reading.id } })).status).toBe(204)
	await db().run(sql`update deletions set kept = ${json}`)
	const deletions = await callApi(listDeletions, { as: as.admin })
	expect(deletions).toMatchObject({ status: 200, json: [{ kind: 'module' }] })
	const [{ id = '' } = {}] = deletions.json as Array<{ id: string }>
	expect(await callApi(restoreDeletion, { as: as.admin, params: { id } })).toMatchObject({ status: 200 })
})
