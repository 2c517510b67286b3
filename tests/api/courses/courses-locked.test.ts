import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { courses, enrollments } from '#db/schema/courses.ts'
import { modules, moduleVersions } from '#db/schema/modules.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { contracts } from '#src/features/contracts.ts'
import { enroll, getCourse, listCourses, updateCourse } from '#src/features/courses/contract.ts'
import { runSchedule } from '#src/features/courses/server/schedule.ts'
import { createComment, listComments } from '#src/features/discussion/contract.ts'
import { listModules, updateModule } from '#src/features/modules/contract.ts'
import { createDraft, updateDraft } from '#src/features/modules/draft-contract.ts'
import type { Contract } from '#src/lib/api/contract.ts'
import { callApi, type Principal } from '#tests/support/api/api.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import {
	as,
	inDays,
	jump,
	makeOfEachType,
	modulesFor,
	pageContents,
	setUpLockedModules,
} from '#tests/support/courses/locked-modules.ts'

// No call, page or email may reveal content of locked modules or member-only courses.

const DAY = 86_400_000

setUpLockedModules()

/** Bodies with fields of every module call; a rejection is a response too. */
const BODIES = [
	{ isCompleted: true, content: 'Something to say', answers: [0], moduleId: '', scroll: 1 },
	{ title: 'Longer than ten', body: 'Longer than twenty characters', name: 'Someone', email: 'a@b.example' },
]

/** Returns everything that every call returns to `caller` for these ids. */
async function answersTo(caller: Principal, ids: readonly string[]): Promise<string> {
	const texts: string[] = []
	const ask = async (contract: Contract, params: Record<string, string>, body?: object) =>
		texts.push((await callApi(contract, { as: caller, params, ...(body ? { body } : {}) })).text)
	const ends = new Set(['/api/logout', '/api/user/sign-ins'])
	const listed = contracts.filter(
		({ path, takes }) => !ends.has(path) && (takes === undefined || [takes].flat().join().includes('json')),
	)
	for (const contract of [...listed].sort((one) => (one.method === 'GET' ? -1 : 1))) {
		const names = [...contract.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => String(name))
		const rounds = names.length === 0 ? [''] : ids
		for (const id of rounds) {
			const params = Object.fromEntries(names.map((name) => [name, id]))
			if (contract.method === 'GET') await ask(contract, params)
			else
				for (const body of BODIES)
					await ask(contract, params, { ...body, ...('moduleId' in body ? { moduleId: id } : {}) })
		}
	}
	return texts.join('\n')
}

describe('locked content does not leak', () => {
	test('from modules with a release date', async () => {
		const WORD = 'xylophonist'
		const course = await makeCourse(as.admin, { title: 'Open in parts' })
		await makeModule(as.admin, course.id)
		await callApi(enroll, { as: as.member, params: { id: course.id } })
		const held = [
			...(await makeOfEachType(course.id, WORD, { availableFrom: inDays(3) })),
			...(await makeOfEachType(course.id, WORD, { availableAfterDays: 3 })),
		]
		const [first] = held
		const comment = await callApi(createComment, {
			as: as.admin,
			params: { id: first?.id ?? '' },
			body: { content: `All about ${WORD}` },
		})
		expect(comment.status).toBe(201)
		// Drafts and versions of a locked module, and a new module's draft, must not leak either.
		for (const { id } of held) {
			const words = {
				title: 'To come',
				description: `Still about ${WORD}`,
				type: 'text',
				content: `<p>${WORD} anew</p>`,
			}
			await callApi(updateModule, { as: as.admin, params: { id }, body: { title: 'To come soon' } })
			const draft = { ...words, additionalContent: {} }
			expect((await callApi(updateDraft, { as: as.admin, params: { id }, body: draft })).status).toBe(200)
		}
		const started = await callApi(createDraft, {
			as: as.admin,
			params: { id: course.id },
			body: { title: 'Begun', description: WORD, type: 'text', content: `<p>${WORD}</p>`, additionalContent: {} },
		})
		const begun = (started.json as { id: string }).id
		const kept = await db().select({ id: moduleVersions.id }).from(moduleVersions)
		expect(kept).toHaveLength(held.length)
		const ofAll = [...held.map(({ id }) => id), begun, kept[0]?.id ?? '']
		const ids = [course.id, ...ofAll, (comment.json as { id: string }).id]
		for (const who of ['visitor', 'otherMember', 'member'] as const)
			expect(await answersTo(as[who], ids), who).not.toContain(WORD)
		expect(await pageContents()).not.toContain(WORD)
		expect(JSON.stringify(await db().select().from(outbox))).not.toContain(WORD)
		// As a control, permitted callers get the word from these calls.
		for (const contract of [listModules, listComments]) {
			const id = contract === listModules ? course.id : (first?.id ?? '')
			expect((await callApi(contract, { as: as.admin, params: { id } })).text).toContain(WORD)
		}
		jump(4 * DAY)
		await runSchedule('here')
		expect(await answersTo(as.visitor, ids)).toContain(WORD)
		expect(await pageContents()).toContain(WORD)
	}, 120_000)

	test('from a member-only course to visitors', async () => {
		const WORD = 'xylophonist'
		const course = await makeCourse(as.admin, { title: 'For members', membersOnly: true })
		const held = await makeOfEachType(course.id, WORD, {})
		const ids = [course.id, ...held.map(({ id }) => id)]
		expect(await answersTo(as.visitor, ids)).not.toContain(WORD)
		const pages = await pageContents()
		expect(pages).not.toContain(WORD)
		expect(pages).toContain('To come')
		expect((await callApi(listModules, { as: as.otherMember, params: { id: course.id } })).text).toContain(WORD)
	}, 120_000)
})

describe('a member-only course', () => {
	test('is marked as member-only and has a public outline', async () => {
		const course = await makeCourse(as.admin, { membersOnly: true })
		await makeModule(as.admin, course.id)
		expect((await callApi(getCourse, { params: { id: course.id } })).json).toMatchObject({ membersOnly: true })
		expect((await modulesFor('visitor', course.id))[0]).toMatchObject({
			...{ title: 'The first call', content: '', lock: { isForMembers: true, opensAt: null, afterDays: null } },
		})
		for (const who of ['member', 'admin'] as const)
			expect((await modulesFor(who, course.id))[0]?.content).toContain('Ask why')
	})

	test('keeps member content out of shared caches', async () => {
		const course = await makeCourse(as.admin, { membersOnly: true })
		await makeModule(as.admin, course.id)
		const reply = await callApi(listModules, { as: as.member, params: { id: course.id } })
		expect(reply.header('cache-control')).toBe('private, no-cache')
		const again = await callApi(listModules, {
			params: { id: course.id },
			headers: { 'if-none-match': reply.header('etag') },
		})
		expect(again.status).toBe(200)
	})

	test('is opt-in: other courses are unchanged', async () => {
		const course = await makeCourse(as.admin)
		await makeModule(as.admin, course.id)
		const shown = (await callApi(getCourse, { params: { id: course.id } })).json as object
		const NAMES = [
			'id',
			'title',
			'description',
			'difficulty',
			'imageUrl',
			'isPublished',
			'moduleCount',
			'createdAt',
			'updatedAt',
		]
		expect(Object.keys(shown)).toEqual(NAMES)
		const [listed] = (await callApi(listCourses, {})).json as object[]
		expect(Object.keys(listed ?? {})).toEqual(NAMES)
		const [module] = await modulesFor('visitor', course.id)
		expect(Object.keys(module ?? {})).toEqual(
			...[
				[
					'id',
					'courseId',
					'title',
					'description',
					'type',
					'content',
					'orderIndex',
					'additionalContent',
					'createdAt',
					'updatedAt',
				],
			],
		)
	})

	test('can be made public, and a public course member-only', async () => {
		const course = await makeCourse(as.admin)
		await makeModule(as.admin, course.id)
		const set = (membersOnly: boolean) =>
			callApi(updateCourse, { as: as.admin, params: { id: course.id }, body: { membersOnly } })
		await set(true)
		expect(await pageContents()).not.toContain('Ask why')
		await set(false)
		expect(await pageContents()).toContain('Ask why')
		expect((await db().select().from(courses).where(eq(courses.id, course.id)))[0]?.membersOnly).toBe(false)
	})
})

test('a course inserted directly into the database is public: nothing is locked by default', async () => {
	const course = await makeCourse(as.admin)
	const { id } = await makeModule(as.admin, course.id)
	const [row] = await db().select().from(modules).where(eq(modules.id, id))
	expect(row).toMatchObject({ isOpen: true, availableFrom: null, availableAfterDays: null })
	expect(await db().select().from(enrollments)).toEqual([])
})

/** Files that read module content, and why each is safe. A new reader must be justified here. */
const READERS: Readonly<Record<string, string>> = {
	'src/features/modules/server/read-modules.ts': 'through `selectModules`, or for admins',
	'src/features/modules/server/service.ts': 'for admins',
	'src/features/modules/server/drafts.ts': 'for admins',
	'src/features/modules/server/publish-drafts.ts': 'from a draft into its module, never sent',
	'src/features/modules/server/draft-rows.ts': 'by no call: words of drafts, for `drafts.ts`',
	'src/features/modules/server/module-versions.ts': 'for admins',
	'src/features/modules/server/version-rows.ts': 'from a module into its version, never sent',
	'src/features/modules/server/copy-module.ts': 'from a module into a copy, which opens when it does, never sent',
	'src/features/modules/server/module-links.ts': 'for the record of what links what, never sent',
	'src/features/modules/server/searchable-modules.ts': 'for the index; `isOpenTo` of the viewer decides what is shown',
	'src/features/modules/server/learning.ts': 'after `requireOpenModule`; of a quiz the explanations, after a try',
	'src/features/modules/server/quiz-explanations.ts': 'by `isOpenTo` of the reader; only words that an author chose',
	'src/features/modules/server/journals.ts': 'for admins',
	'src/features/course-statistics/server/count.ts': 'for admins',
	'src/features/courses/server/publishing.ts': 'for admins',
	'src/features/courses/server/resume-for.ts': 'of modules that are open',
}

test('module content has only the listed readers', () => {
	const files = import.meta.glob<string>(['/src/{app,platform,pages,features}/**/*.{ts,astro}', '!**/*.test.ts'], {
		eager: true,
		import: 'default',
		query: '?raw',
	})
	const reads =
		/\bmodules\.(content|additionalContent|description)\b|additional_content|getTableColumns\(modules\)|select\(\)\s*\.from\(modules\)|[{,]\s*module: modules\s*[,}]|\bcontent\b[^}]*\} = modules\b/
	const found = Object.entries(files).flatMap(([file, text]) => (reads.test(text) ? [file.slice(1)] : []))
	expect(found.sort()).toEqual(Object.keys(READERS).sort())
})
