import { asc } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { db } from '#db/client.ts'
import { contentLinks } from '#db/schema/platform/links.ts'
import { publishEvents } from '#db/schema/platform/operations.ts'
import { episodes, podcastFeed } from '#db/schema/podcast.ts'
import { write } from '#db/write.ts'
import { createCourse } from '#src/features/courses/contract.ts'
import { type Deletion, listDeletions, restoreDeletion } from '#src/features/deletions/contract.ts'
import { createModule } from '#src/features/modules/contract.ts'
import { listMentions, type Mention } from '#src/features/podcast/library-contract.ts'
import { readPages } from '#src/features/podcast/server/library/episode-pages.ts'
import { createCategory } from '#src/features/questions/category-contract.ts'
import { createQuestion } from '#src/features/questions/contract.ts'
import type { Contract } from '#src/lib/api/contract.ts'
import { overrideFeatures } from '#src/lib/site/features.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

let database: TestDatabase
export let admin: Principal
export let member: Principal
export let category: string

/** Sets up a database with two episodes, an admin, a member and a category. Each test starts without links. */
export function setUpLinks(): void {
	beforeAll(async () => {
		database = await freshDatabase()
		admin = await signedIn(await insertAccount({ role: 'admin' }))
		member = await signedIn(await insertAccount())
		category = (await made(createCategory, { name: 'Fees', parentCategoryId: null })).id
		await db()
			.insert(podcastFeed)
			.values({
				...{ id: 1, url: 'https://feed.example/rss', title: 'The show', description: '', contentHash: 'x' },
				changedAt: new Date(),
			})
		for (const [position, id] of ['one', 'two'].entries())
			await db()
				.insert(episodes)
				.values({
					...{ id: `id-${id}`, slug: id, position, title: `Episode ${id}`, description: '', duration: 600 },
					audioUrl: 'https://audio.example/1.mp3',
				})
	})
	afterAll(() => database.discard())
	beforeEach(async () => {
		await write(db().delete(contentLinks), db().delete(publishEvents))
	})
	afterEach(() => overrideFeatures(undefined))
}

export async function made(contract: Contract, body: object, params: Record<string, string> = {}, as = admin) {
	const reply = await callApi(contract, { as, params, body })
	if (reply.status >= 300) throw new Error(`${contract.path}: ${reply.status} ${reply.text}`)
	return (reply.text === '' ? {} : reply.json) as { id: string }
}

export const links = async () => {
	const rows = await db().select().from(contentLinks).orderBy(asc(contentLinks.toId), asc(contentLinks.startMs))
	return rows.map(({ fromKind, fromId, toKind, toId, startMs }) => `${fromKind} ${fromId} ${toKind} ${toId} ${startMs}`)
}
export const published = async () =>
	[...new Set((await db().select().from(publishEvents)).map(({ path }) => path))].sort()
export const mentions = async (id = 'one', as = member) =>
	(await callApi(listMentions, { as, params: { id } })).json as Mention[]
export const related = async (slug = 'one') => (await readPages([slug])).get(slug)?.related

export const ask = (body: string) =>
	made(createQuestion, { title: 'How do you say it?', body, categoryId: category }, {}, member)
export const course = (more: object = {}) =>
	made(createCourse, { title: 'Client intake', description: 'Enough of it', isPublished: true, ...more })
export const TEXT = { title: 'First call', description: 'What it is about', type: 'text' }
export const module = (courseId: string, content: string, more: object = {}) =>
	made(createModule, { ...TEXT, content, ...more }, { id: courseId })
export const HELD = '<p>Listen to <a href="/podcast/one?t=1:30">this</a></p>'

export async function bringBack() {
	const [deletion] = (await callApi(listDeletions, { as: admin })).json as Deletion[]
	expect((await callApi(restoreDeletion, { as: admin, params: { id: deletion?.id ?? '' } })).status).toBe(200)
}
