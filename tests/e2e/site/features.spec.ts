import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { contracts } from '#src/features/contracts.ts'
import { isOn, overrideFeatures } from '#src/lib/site/features.ts'
import { feedAnswer, feedXml, startFeedServer } from '#tests/support/servers/feed-server.ts'
import { startServer } from '../support/server.ts'

// FEATURES=none is the specified product: exactly its tables of routes and calls (docs/product.md).

const PUBLIC = ['/', '/auth', '/apply', '/courses']
const MEMBERS = ['/dashboard', '/change-password', '/questions', '/questions/new', '/coaching']
const ADMINS = [
	'/admin',
	'/admin/users',
	'/admin/courses',
	'/admin/courses/1/modules',
	'/admin/applications',
	'/admin/coaching',
]
const DISABLED = [
	'/podcast',
	'/podcast/page/2',
	'/podcast/one',
	'/podcast/player',
	'/podcast/one/transcript.vtt',
	'/admin/podcast',
	'/admin/mailings',
	'/account/membership',
	'/admin/dues',
	'/admin/dues/plans',
	'/search',
	'/cle',
	'/cle/credits',
	'/cle/export',
	'/verify',
	'/admin/cle',
	'/admin/cle/records',
]

/** Method and path of each call. */
const CALLS: ReadonlyArray<readonly [method: string, path: string]> = [
	['GET', '/api/user'],
	['POST', '/api/login'],
	['POST', '/api/logout'],
	['GET', '/api/csrf-token'],
	['GET', '/api/podcast'],
	['POST', '/api/apply'],
	['GET', '/api/courses'],
	['GET', '/api/user/courses'],
	['GET', '/api/courses/:id'],
	['GET', '/api/courses/:id/modules'],
	['GET', '/api/courses/:id/progress'],
	['GET', '/api/courses/:id/user-progress'],
	['POST', '/api/courses/:id/enroll'],
	['POST', '/api/modules/:id/progress'],
	['GET', '/api/modules/:id/journal'],
	['POST', '/api/modules/:id/journal'],
	['GET', '/api/modules/:id/comments'],
	['POST', '/api/modules/:id/comments'],
	['GET', '/api/comments/:id/replies'],
	['DELETE', '/api/comments/:id'],
	['PATCH', '/api/comments/:id'],
	['POST', '/api/user/change-password'],
	['GET', '/api/questions/categories'],
	['GET', '/api/questions'],
	['POST', '/api/questions'],
	['GET', '/api/questions/:id'],
	['POST', '/api/questions/:id/comments'],
	['GET', '/api/coaching/sessions'],
	['GET', '/api/coaching/sessions/:id'],
	['POST', '/api/coaching/sessions/:id/topics'],
	['POST', '/api/coaching/sessions'],
	['PATCH', '/api/coaching/sessions/:id'],
	['DELETE', '/api/coaching/sessions/:id'],
	['GET', '/api/admin/stats'],
	['GET', '/api/admin/users'],
	['POST', '/api/admin/users'],
	['PUT', '/api/admin/users/:id'],
	['DELETE', '/api/admin/users/:id'],
	['GET', '/api/admin/applications'],
	['PUT', '/api/admin/applications/:id'],
	['POST', '/api/courses'],
	['PUT', '/api/courses/:id'],
	['DELETE', '/api/courses/:id'],
	['POST', '/api/courses/:id/modules'],
	['PUT', '/api/modules/:id'],
	['DELETE', '/api/modules/:id'],
]

/** Returns whether an endpoint exists: an unknown one returns 405 or `Not found`. */
async function endpointExists(url: string, method: string, path: string): Promise<boolean> {
	const response = await fetch(url + path.replaceAll(/:\w+/g, 'none'), {
		method,
		...(method === 'GET' ? {} : { headers: { 'Content-Type': 'application/json', Origin: url }, body: '{}' }),
	})
	return !(response.status === 405 || (response.status === 404 && (await response.text()) === 'Not found'))
}

test('FEATURES=none is the specified product', async () => {
	const feed = await startFeedServer(feedAnswer(feedXml(['One', 'Two'])))
	const site = await startServer({
		FEATURES: 'none',
		PODCAST_FEED_URL: feed.url,
		PODCAST_POLL_SECONDS: '1',
		FEED_ALLOW_PRIVATE: 'true',
	})
	try {
		const get = (path: string) => fetch(site.url + path, { redirect: 'manual' })
		for (const path of PUBLIC) expect((await get(path)).status, path).toBe(200)
		for (const path of MEMBERS) expect((await get(path)).headers.get('location'), path).toMatch(/^\/auth/)
		for (const path of ADMINS) expect((await get(path)).headers.get('location'), path).toBe('/')
		for (const path of DISABLED) {
			const answer = await get(path)
			expect(answer.status, path).toBe(404)
			// Requests for files get one line of text.
			const page = path.endsWith('.vtt') ? /^Not found$/ : /<h1[^>]*>404 Page Not Found<\/h1>/
			expect(await answer.text(), path).toMatch(page)
		}
		for (const [method, path] of CALLS)
			expect(await endpointExists(site.url, method, path), `${method} ${path}`).toBe(true)
		overrideFeatures([])
		const disabled = contracts.filter(({ path }) => !isOn(path))
		expect(disabled.length).toBeGreaterThan(0)
		for (const { method, path } of disabled)
			expect(await endpointExists(site.url, method, path), `${method} ${path}`).toBe(false)
		await expect.poll(async () => (await get('/')).text()).toContain('One')
		for (const path of PUBLIC)
			expect(await (await get(path)).text(), path).not.toMatch(
				/href="\/(podcast|cle|verify|admin\/mailings)["/]|PlayerBar/,
			)
		expect(await (await get('/sitemap.xml')).text()).not.toMatch(/\/(podcast|verify)/)
	} finally {
		overrideFeatures(undefined)
		await site.stop()
		await feed.close()
	}
})

test('after a change of FEATURES, no page links to a disabled feature', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'second-chair-features-'))
	const settings = { DATA_DIR: folder, SEED_DEMO: 'true' }
	const before = await startServer(settings)
	await expect.poll(async () => (await fetch(before.url)).text()).toContain('href="/podcast"')
	await before.stop()
	const after = await startServer({ ...settings, FEATURES: 'none' })
	const texts = ['/', '/courses', '/no-such-page'].map(async (path) =>
		(await fetch(after.url + path, { headers: { Accept: 'text/html' } })).text(),
	)
	for (const text of await Promise.all(texts)) expect(text).not.toMatch(/href="\/(podcast|search)["/]/)
	await after.stop()
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
