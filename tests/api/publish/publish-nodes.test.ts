import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { outbox, publishEvents } from '#db/schema/platform/operations.ts'
import { write } from '#db/write.ts'
import type { Publisher, PublisherOptions } from '#src/app/publish/publisher.ts'
import * as settings from '#src/platform/env/env.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { enqueuePublish, publishEverywhere } from '#src/platform/publish/publish-queue.ts'
import { content, create, renderContent, setUpPublisher, store } from '#tests/support/publisher.ts'

setUpPublisher()

const withCdn = () =>
	vi.spyOn(settings, 'env').mockReturnValue({ ...settings.env(), cdnPurgeUrl: 'http://127.0.0.1:9/purge' })

async function publish(overrides: Partial<PublisherOptions> = {}): Promise<Publisher> {
	const publisher = create({ readBuiltPage: () => undefined, ...overrides })
	publisher.start()
	await publisher.idle()
	return publisher
}
const purges = () => db().select().from(outbox).where(eq(outbox.kind, 'cdn-purge')).orderBy(outbox.id)
const pathsOf = ({ payload }: { payload: string }) => (JSON.parse(payload) as { paths?: string[] }).paths
/** Writes a change as another node would. */
const changeElsewhere = (path: string) =>
	db().insert(publishEvents).values({ path, createdAt: new Date(), node: 'other' }).returning()

describe('the purge of a change', () => {
	test('is one row of the same write as the change, and is released when the pages exist', async () => {
		withCdn()
		const publisher = await publish()
		content.set('/', 'second')
		await write(...enqueuePublish(['/']))
		const [pending] = (await purges()).slice(-1)
		expect(pending?.availableAt.getTime()).toBeGreaterThan(Date.now() + 5_000)
		wake('publisher')
		await publisher.idle()
		const [released] = (await purges()).slice(-1)
		expect(released).toMatchObject({ id: pending?.id, state: 'waiting' })
		expect(released?.availableAt.getTime()).toBeLessThanOrEqual(Date.now())
		expect(released && pathsOf(released)).toEqual(['/'])
	})

	test('is withdrawn if nothing changed, and covers several concurrent changes', async () => {
		withCdn()
		const publisher = await publish()
		const before = (await purges()).length
		await write(...enqueuePublish(['/']))
		await publishEverywhere()
		expect(await purges()).toHaveLength(before)
		content.set('/courses', 'list')
		content.set('/courses/1', 'course')
		await write(...enqueuePublish(['/courses/1']), ...enqueuePublish(['/courses']))
		wake('publisher')
		await publisher.idle()
		const rows = (await purges()).slice(before)
		expect(rows.map(pathsOf)).toEqual([['/courses/1', '/courses']])
	})

	test('is sent again if it was sent before this node had the change', async () => {
		withCdn()
		const peers = { publish: () => ({ everywhere: Promise.resolve(true), withdraw: async () => undefined }) }
		const publisher = await publish({ peers })
		const before = (await purges()).length
		for (const state of ['waiting', 'done'] as const) {
			content.set('/', `changed elsewhere, ${state}`)
			const [event] = await changeElsewhere('/')
			const now = new Date()
			const id = `cdn-purge-${event?.seq}`
			await db()
				.insert(outbox)
				.values({ id, kind: 'cdn-purge', payload: '{}', state, createdAt: now, availableAt: now })
			publisher.checkQueue(Number(event?.seq))
			await publisher.idle()
			const ids = (await purges()).slice(before).map((row) => row.id)
			expect(ids.filter((one) => one.startsWith(`${id}-`))).toHaveLength(state === 'done' ? 1 : 0)
		}
	})
})

test('a page that another node reports as removed is dropped, and an older rendering does not restore it', async () => {
	content.set('/courses/1', 'course')
	let hold: Promise<void> | undefined
	let reportHeld: () => void = () => undefined
	const held = new Promise<void>((resolve) => {
		reportHeld = resolve
	})
	const publisher = await publish({
		async render(path) {
			const answer = await renderContent(path)
			if (path === '/courses/1' && hold) {
				reportHeld()
				await hold
			}
			return answer
		},
	})
	await changeElsewhere('/courses/1')
	wake('publisher')
	await publisher.idle()
	expect(store.get('/courses/1')).toBeDefined()

	content.set('/courses/1', 'edited')
	let release: () => void = () => undefined
	hold = new Promise((resolve) => {
		release = resolve
	})
	const [edit] = await changeElsewhere('/courses/1')
	wake('publisher')
	await held
	await publisher.withdraw(['/courses/1'], Number(edit?.seq) + 1)
	expect(store.get('/courses/1')).toBeUndefined()
	release()
	await publisher.idle()
	expect(store.get('/courses/1')).toBeUndefined()
	hold = undefined
	const [republished] = await changeElsewhere('/courses/1')
	expect(await publisher.publishUpTo(Number(republished?.seq))).toBe(true)
	expect(store.get('/courses/1')?.identity.toString()).toBe('edited')
})
