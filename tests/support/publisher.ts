import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { write } from '#db/write.ts'
import { Publisher, type PublisherOptions } from '#src/app/publish/publisher.ts'
import { SiteFolder } from '#src/app/publish/site-folder.ts'
import { makeStaticFile, StaticStore } from '#src/platform/http/files/static-store.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { enqueuePublish } from '#src/platform/publish/publish-queue.ts'
import { freshDatabase, type TestDatabase } from './api/database.ts'

let database: TestDatabase
export let store: StaticStore
/** Folder of the published site. */
export let site: string
/** Current content of each render route. A missing route returns 404. */
export let content: Map<string, string>
let publisher: Publisher | undefined

/** Sets up an empty site with a home page for each test. */
export function setUpPublisher(): void {
	beforeEach(async () => {
		database = await freshDatabase()
		store = new StaticStore()
		site = join(database.folder, 'site')
		content = new Map([['/', 'first']])
	})
	afterEach(async () => {
		await publisher?.stop()
		publisher = undefined
		await database.discard()
	})
}

/** A page as built. */
export const built = makeStaticFile(Buffer.from('as built'), { contentType: 'text/html', cacheControl: 'public' })

/** Renders a path from `content`. */
export async function renderContent(path: string): Promise<Response> {
	const html = content.get(path)
	return new Response(html ?? 'Not found', { status: html === undefined ? 404 : 200 })
}

export function create(overrides: Partial<PublisherOptions> = {}): Publisher {
	publisher = new Publisher({
		store,
		folder: new SiteFolder(site),
		stamp: 'release 1',
		readBuiltPage: () => built,
		render: renderContent,
		...overrides,
	})
	return publisher
}

/** Returns the page in memory. */
export const served = (path = '/') => store.get(path)?.identity.toString()

/** Changes or removes a page and wakes the publisher. */
export async function change(path: string, html: string | undefined): Promise<void> {
	if (html === undefined) content.delete(path)
	else content.set(path, html)
	await write(...enqueuePublish([path]))
	wake('publisher')
}
