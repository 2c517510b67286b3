import { expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { DatabaseUnavailableError } from '#db/errors.ts'
import { outbox, publishEvents } from '#db/schema/platform/operations.ts'
import { write } from '#db/write.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { enqueuePublish } from '#src/platform/publish/publish-queue.ts'
import { change, content, create, served, setUpPublisher } from '#tests/support/publisher.ts'

setUpPublisher()

test('a failing page keeps its last version and stays queued', async () => {
	let broken = false
	const publisher = create({
		render: async (path) => new Response(content.get(path), { status: broken ? 500 : 200 }),
	})
	await publisher.load()
	publisher.start()
	await publisher.idle()
	broken = true
	await change('/', 'third')
	await publisher.idle()
	expect(served()).toBe('first')
	broken = false
	wake('publisher')
	await vi.waitFor(() => expect(served()).toBe('third'), { timeout: 15_000 })
	expect(await db().$count(publishEvents)).toBe(1)
})

test('a failing page does not block others', async () => {
	const publisher = create({
		render: async (path) => new Response(content.get(path), { status: path === '/broken' ? 500 : 200 }),
	})
	await publisher.load()
	publisher.start()
	await publisher.idle()
	content.set('/', 'behind the broken one')
	await write(...enqueuePublish(['/broken', '/']))
	wake('publisher')
	await publisher.idle()
	expect(served()).toBe('behind the broken one')
	expect(served('/broken')).toBeUndefined()
})

test('a slow page does not block others', async () => {
	const slow = Promise.withResolvers<void>()
	const publisher = create({
		render: async (path) => {
			if (path === '/slow') await slow.promise
			return new Response(content.get(path) ?? 'Not found', { status: content.has(path) ? 200 : 404 })
		},
	})
	await publisher.load()
	publisher.start()
	await publisher.idle()
	const paths = ['/slow', ...Array.from({ length: 30 }, (_, index) => `/page-${index}`)]
	for (const path of paths) content.set(path, `shown at ${path}`)
	await write(...enqueuePublish(paths))
	wake('publisher')
	try {
		await vi.waitFor(() => {
			for (const path of paths.slice(1)) expect(served(path)).toBe(`shown at ${path}`)
		})
		expect(served('/slow')).toBeUndefined()
	} finally {
		slow.resolve()
	}
	await publisher.idle()
	expect(served('/slow')).toBe('shown at /slow')
})

test('renders a page that has no file for one response, and nothing for a missing page', async () => {
	const publisher = create()
	expect((await publisher.renderNow('/'))?.identity.toString()).toBe('first')
	expect(await publisher.renderNow('/unknown')).toBeUndefined()
	expect(await db().$count(outbox)).toBe(0)
})

test('a page that fails to render is not reported as missing', async () => {
	const createAnswering = (status: number) => create({ render: async () => new Response(null, { status }) })
	await expect(createAnswering(503).renderNow('/courses/1')).rejects.toBeInstanceOf(DatabaseUnavailableError)
	await expect(createAnswering(500).renderNow('/courses/1')).rejects.toThrow('could not be rendered')
})
