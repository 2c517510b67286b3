import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { db } from '#db/client.ts'
import { questionFollows } from '#db/schema/questions.ts'
import { mapConcurrently } from '#src/app/publish/concurrency.ts'
import { contracts } from '#src/features/contracts.ts'
import { createCourse } from '#src/features/courses/contract.ts'
import { createComment } from '#src/features/discussion/contract.ts'
import { createModule } from '#src/features/modules/contract.ts'
import { createCategory } from '#src/features/questions/category-contract.ts'
import { createQuestion, getQuestion, listQuestions } from '#src/features/questions/contract.ts'
import { type Contract, contract, takesBody } from '#src/lib/api/contract.ts'
import type { ApiRequest } from '#src/platform/http/api-types.ts'
import { callApi, insertAccount, type Principal, signedIn, testEndpoint, visitor } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

/** Hostile values to replace valid ones. None of them may cause a 500. */
const TEXTS = ['', ' ', '-1', '1e999', '__proto__', "'; --", '"* OR', '\ud800', '\u202e', '٣', '\u{1F600}', 'ﷺ', '½']
const CURSORS = [
	...TEXTS,
	...TEXTS.flatMap((text) => [text, `${text}\n${text}`]).map(sealed),
	'a.b',
	'1.x',
	'x'.repeat(200),
]
const VALUES: unknown[] = [...TEXTS, 'x'.repeat(30_000), null, 0, -1, 1.5, 1e308, true, [], {}, [null], { toString: 1 }]

function sealed(text: string) {
	return Buffer.from(text).toString('base64url')
}

const BATCH_SIZE = 4

let database: TestDatabase
let member: Principal
let admin: Principal
let ids: Record<'category' | 'question' | 'comment' | 'course' | 'text' | 'quiz' | 'journal', string>

async function make(contract: Contract, params: Record<string, string>, body: object): Promise<string> {
	const reply = await callApi(contract, { as: admin, params, body })
	expect(reply.status, reply.text).toBe(201)
	return (reply.json as { id: string }).id
}

const QUESTION = { title: 'How do you screen a caller?', body: 'How do the rest of you handle this?' }
const MODULE = { title: 'A module', description: 'What it is about', content: '<p>Enough of a content</p>' }

beforeAll(async () => {
	database = await freshDatabase()
	admin = await signedIn(await insertAccount({ role: 'admin' }))
	member = await signedIn(await insertAccount())
	const category = await make(createCategory, {}, { name: 'Intake', parentCategoryId: null })
	const question = await make(createQuestion, {}, { ...QUESTION, categoryId: category })
	const course = await make(createCourse, {}, { ...MODULE, isPublished: true })
	const module = (type: string) => make(createModule, { id: course }, { ...MODULE, type })
	const text = await module('text')
	ids = {
		category,
		question,
		course,
		comment: await make(createComment, { id: text }, { content: 'A thought' }),
		text,
		quiz: await module('quiz'),
		journal: await module('journal'),
	}
})
afterAll(() => database.discard())

/** Returns existing ids for the parameters of a path. */
function paramsOf({ path }: Contract): Record<string, string> {
	const kind = path.includes('quiz') ? 'quiz' : path.includes('journal') ? 'journal' : 'text'
	const owners = [
		['/modules/:', ids[kind]],
		['/courses/', ids.course],
		['/api/comments/', ids.comment],
		['/question-categories/', ids.category],
	] as const
	const id = owners.find(([part]) => path.includes(part))?.[1] ?? ids.question
	const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => String(name))
	return Object.fromEntries(
		names.map((name) => [name, name === 'kind' ? (path.includes('/records/') ? 'courses' : 'question') : id]),
	)
}

const fieldsOf = (schema: z.core.$ZodType) =>
	Object.keys((schema._zod.def as { shape?: Record<string, unknown> }).shape ?? {})

/** Returns a body that most endpoints accept, so only one field is wrong. */
const bodyFor = (contract: Contract) => ({
	...(contract.path.includes('questions') ? QUESTION : MODULE),
	...{
		categoryId: ids.category,
		type: 'text',
		isCompleted: true,
		isPinned: false,
		isLocked: false,
		state: 'following',
	},
	...{
		name: 'Someone',
		email: 'somebody@example.com',
		role: 'user',
		status: 'active',
		action: 'approve',
		answers: [],
	},
	...{ topic: 'Raising fees', scheduledAt: '2030-01-01T00:00:00Z', zoomLink: 'https://zoom.example/j/1' },
	...{ mentions: true, comments: true, reminders: true, parentCategoryId: null, difficulty: 'beginner' },
})

interface Given {
	query?: Record<string, string>
	body?: unknown
}

let calls = 0
async function statusOf(contract: Contract, given: Given): Promise<string> {
	const as = { public: visitor(), account: member, member, moderator: admin, admin }[contract.access]
	// A new client address for each call, to avoid the rate limits of the sign-in.
	const clientAddress = `10.${++calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`
	const reply = await callApi(contract, { as, params: paramsOf(contract), clientAddress, ...given })
	return `${reply.status} for ${JSON.stringify(given).slice(0, 200)}`
}

/** Sends some calls concurrently: with a libSQL server most of the time is waiting. */
const statusesOf = (contract: Contract, given: readonly Given[]) =>
	mapConcurrently(given, BATCH_SIZE, (one) => statusOf(contract, one))

const named = (list: Contract[]) => list.map((contract) => [`${contract.method} ${contract.path}`, contract] as const)
// Excludes calls that end sessions or delete rows that other calls need.
const isHarmless = ({ method, path }: Contract) => method !== 'DELETE' && path !== '/api/logout'

describe('an invalid cursor', () => {
	const lists = contracts.filter(({ query }) => fieldsOf(query).includes('cursor'))
	const broken = [
		'x',
		'zzz',
		'a.b',
		'1.x',
		sealed(''),
		sealed('a b'),
		sealed("' OR 1=1 --"),
		sealed('1\n2\n3'),
		`${sealed('1')}=`,
	]

	test.each(named(lists))('is rejected by %s with a sentence', async (_, contract) => {
		const answers = new Set<string>()
		for (const cursor of broken) {
			const reply = await callApi(contract, { as: admin, params: paramsOf(contract), query: { cursor } })
			answers.add(`${reply.status} ${reply.text}`)
		}
		expect([...answers]).toEqual(['400 This page no longer exists. Start from the first one.'])
	})
})

describe('hostile values never cause a 500', () => {
	test.each(named(contracts.filter(({ query }) => fieldsOf(query).length > 0)))(
		'in the query of %s',
		async (_, contract) => {
			const given = fieldsOf(contract.query).flatMap((field) =>
				(field === 'cursor' ? CURSORS : TEXTS).map((value) => ({
					query: { search: 'person', [field]: value },
					body: bodyFor(contract),
				})),
			)
			const statuses = await statusesOf(contract, given)
			expect(statuses.filter((status) => /^5/.test(status))).toEqual([])
		},
	)

	test.each(named(contracts.filter((each) => takesBody(each) && isHarmless(each))))(
		'in the body of %s',
		async (_, contract) => {
			const given = VALUES.flatMap((value) => [
				{ body: value },
				...fieldsOf(contract.body).map((field) => ({ body: { ...bodyFor(contract), [field]: value } })),
			])
			const statuses = await statusesOf(contract, given)
			expect(statuses.filter((status) => /^5/.test(status))).toEqual([])
		},
	)
})

describe('text that the database would truncate', () => {
	const ask = (title: string) =>
		callApi(createQuestion, { as: member, body: { ...QUESTION, title, categoryId: ids.category } })

	test.each(['\0 is how it begins', 'There is one \0 inside', 'Behind a backslash: \\\0'])(
		'is rejected: %j',
		async (title) => {
			expect(await ask(title)).toMatchObject({ status: 400, text: 'Text cannot contain the character U+0000' })
		},
	)

	test('is not found in text that only mentions the escape', async () => {
		const title = 'What does \\u0000 do, or \\\\u0000?'
		const { id } = (await ask(title)).json as { id: string }
		expect((await callApi(getQuestion, { as: member, params: { id } })).json).toMatchObject({ title })
	})
})

describe('a lone surrogate', () => {
	const HALF = 'Text contains an invalid character'
	const send = (title: string) => {
		const body = JSON.stringify({ ...QUESTION, categoryId: ids.category })
		const rawBody = body.replace(JSON.stringify(QUESTION.title), `"${title}"`)
		return callApi(createQuestion, { as: member, rawBody })
	}

	test.each([
		'How do you \\ud800 screen a caller',
		'How do you \\uDFFF screen a caller',
		'How do you \\ude00\\ud83d screen a caller',
		'How do you \\ud83d\\\\\\ude00 screen a caller',
		'How do you screen a caller \\\\\\ud83d',
	])('in a body is rejected: %s', async (title) => {
		expect(await send(title)).toMatchObject({ status: 400, text: HALF })
	})

	test('is rejected as a field name too', async () => {
		const rawBody = JSON.stringify({ ...QUESTION, categoryId: ids.category }).replace('{', '{"\\ud800":1,')
		expect(await callApi(createQuestion, { as: member, rawBody })).toMatchObject({ status: 400, text: HALF })
	})

	test('is not found in an escaped mention or a full pair', async () => {
		const title = 'What does \\\\ud800 do with \\ud83d\\ude00 in a title?'
		const { id } = (await send(title)).json as { id: string }
		expect((await callApi(getQuestion, { as: member, params: { id } })).json).toMatchObject({
			title: 'What does \\ud800 do with 😀 in a title?',
		})
	})

	test('is rejected raw in a body or a query', async () => {
		const [before = '', after] = JSON.stringify({ ...QUESTION, categoryId: ids.category }).split('caller')
		const rawBody = Buffer.concat([Buffer.from(before), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from(after ?? '')])
		expect((await callApi(createQuestion, { as: member, rawBody })).status).toBe(400)
		const search = new URLSearchParams('search=%ed%a0%80').get('search') ?? ''
		for (const query of [{ search }, { search: '\ud800' }, { search: '\0' }])
			expect((await callApi(listQuestions, { as: member, query })).status).toBe(400)
	})
})

test('a write to a row that was just deleted is a conflict with a sentence', async () => {
	const follow = contract('GET /api/user', { access: 'member' })
	const endpoint = testEndpoint(follow, async (_, { user }) => {
		await db().insert(questionFollows).values({ questionId: 'deleted', userId: user.id, state: 'muted' })
		return undefined
	})
	const header = (name: string) => (name === 'cookie' ? member.cookie : undefined)
	const reply = await endpoint.execute({ params: {}, query: new URLSearchParams(), header } as unknown as ApiRequest)
	expect([reply.status, reply.body]).toEqual([
		409,
		'The item this belongs to was just deleted. Please reload the page.',
	])
})
