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
	const created = create({
		render: async (path) => new Response(content.get(path), { status: broken ? 500 : 200 }),
	})
	await created.load()
	created.start()
	await created.idle()
	broken = true
	await change('/', 'third')
	await created.idle()
	expect(served()).toBe('first')
	broken = false
	wake('publisher')
	await vi.waitFor(() => expect(served()).toBe('third'), { timeout: 15_000 })
	expect(await db().$count(publishEvents)).toBe(1)
})

test('a failing page does not block others', async () => {
	const created = create({
		render: async (path) => new Response(content.get(path), { status: path === '/broken' ? 500 : 200 }),
	})
	await created.load()
	created.start()
	await created.idle()
	content.set('/', 'behind the broken one')
	await write(...enqueuePublish(['/broken', '/']))
	wake('publisher')
	await created.idle()
	expect(served()).toBe('behind the broken one')
	expect(served('/broken')).toBeUndefined()
})

test('a slow page does not block others', async () => {
	const slow = Promise.withResolvers<void>()
	const created = create({
		render: async (path) => {
			if (path === '/slow') await slow.promise
			return new Response(content.get(path) ?? 'Not found', { status: content.has(path) ? 200 : 404 })
		},
	})
	await created.load()
	created.start()
	await created.idle()
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
	await created.idle()
	expect(served('/slow')).toBe('shown at /slow')
})

test('renders a page without a file for one response, and reports a missing one', async () => {
	const created = create()
	expect((await created.renderNow('/'))?.identity.toString()).toBe('first')
	expect(await created.renderNow('/unknown')).toBeUndefined()
	expect(await db().$count(outbox)).toBe(0)
})

test('a page that fails to render is not reported as missing', async () => {
	const answers = (status: number) => create({ render: async () => new Response(null, { status }) })
	await expect(answers(503).renderNow('/courses/1')).rejects.toBeInstanceOf(DatabaseUnavailableError)
	await expect(answers(500).renderNow('/courses/1')).rejects.toThrow('could not be rendered')
})
