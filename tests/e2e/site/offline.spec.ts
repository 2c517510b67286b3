import { readFileSync } from 'node:fs'
import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright/test'
import { demoAccounts } from '#src/app/seed/accounts.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { publishCourse } from '../support/publish-course.ts'
import { send } from '../support/send.ts'

// Offline on a phone: pages read before open, others show a message, and no member data is cached.

test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' })

const OFF = /ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load|net::ERR|dynamically imported module|FetchEvent/
const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** Opens a page and waits until the service worker controls the next pages. */
async function open(page: Page, path: string): Promise<void> {
	await page.goto(path)
	await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
	await expect
		.poll(() => page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.state)))
		.toBe('activated')
}

/** Returns the paths of the cached pages, the latest last. */
const readPages = (page: Page) =>
	page.evaluate(async () => {
		const cache = await caches.open('second-chair-read-1')
		return (await cache.keys()).map(({ url }) => new URL(url).pathname)
	})

/** Returns every URL in Cache Storage, with its text if it has any. */
const cachedEntries = (page: Page) =>
	page.evaluate(async () => {
		const all: Array<{ url: string; text: string }> = []
		for (const name of await caches.keys()) {
			const cache = await caches.open(name)
			for (const key of await cache.keys())
				all.push({ url: key.url, text: (await (await cache.match(key))?.text()) ?? '' })
		}
		return all
	})

const EPISODE = '/podcast/saying-no-to-the-wrong-client'

test('pages read before open offline, others show a message, and the network restores the rest', async ({
	page,
	context,
	allowProblem,
}) => {
	allowProblem(OFF)
	await open(page, '/')
	// This page was read before the worker was active.
	await expect.poll(() => readPages(page)).toContain('/')
	for (const path of ['/courses', '/courses/005-client-intake', EPISODE]) {
		await page.goto(path)
		// One after another: two pages cached at the same time may be in either order.
		await expect.poll(() => readPages(page)).toContain(path)
	}
	expect(await readPages(page)).toEqual(['/', '/courses', '/courses/005-client-intake', EPISODE])
	const typeface = () =>
		page.evaluate(() => getComputedStyle(document.querySelector('h1') as Element).fontFamily.split(',')[0])
	const onlineTypeface = await typeface()

	await context.setOffline(true)
	await page.goto('/')
	await expect(title(page)).toBeVisible()
	await expect(page.getByRole('heading', { name: 'Latest Episodes' })).toBeVisible()
	expect(await typeface()).toBe(onlineTypeface)
	await page.goto('/courses/005-client-intake?m=nothing')
	await expect(page.getByText('Most intake trouble begins with kindness.')).toBeVisible()

	await page.goto(EPISODE)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saying no to the wrong client')

	await page.goto('/courses/003-pricing')
	await expect(title(page)).toHaveText('You Are Offline')
	expect(await typeface()).toBe(onlineTypeface)
	await expectAccessible(page)
	const cached = page.getByRole('navigation', { name: 'Available offline' }).getByRole('link')
	await expect(cached.first()).toHaveText(/Saying no to the wrong client/)
	expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
	await page.getByRole('link', { name: 'Try again' }).click()
	await expect(title(page)).toHaveText('You Are Offline')
	await cached.filter({ hasText: 'Client intake' }).click()
	await expect(page.getByText('Most intake trouble begins with kindness.')).toBeVisible()
	await page.goBack()
	await expect(title(page)).toHaveText('You Are Offline')

	await context.setOffline(false)
	await page.goto('/no-such-page')
	await expect(title(page)).toHaveText('404 Page Not Found')
	await page.goto('/courses')
	await expect(title(page)).not.toHaveText('You Are Offline')
})

test('member pages are never cached, need the network, and a log-out clears the cache', async ({
	page,
	context,
	signInAs,
	allowProblem,
}) => {
	allowProblem(OFF)
	await signInAs('member')
	await open(page, '/dashboard')
	for (const path of [
		'/',
		'/courses',
		'/courses/005-client-intake',
		'/questions',
		'/coaching',
		'/account',
		'/account/data',
	])
		await page.goto(path, { waitUntil: 'networkidle' })
	await expect.poll(async () => (await readPages(page)).sort()).toEqual(['/', '/courses', '/courses/005-client-intake'])
	const cached = await cachedEntries(page)
	const { email, name } = demoAccounts.member
	for (const { url, text } of cached) {
		expect(new URL(url).pathname).toMatch(
			/^\/($|offline$|courses|_astro\/|[\w/.-]+\.(?:webp|avif|png|jpe?g|gif|svg|ico)$)/,
		)
		expect(text.includes(email) || text.includes(name), url).toBe(false)
	}
	// A page is cached in its public form.
	const plain = await page.context().browser()?.newContext()
	const home = cached.find(({ url }) => new URL(url).pathname === '/')
	expect(home?.text).toBe(await (await plain?.request.get(home?.url ?? ''))?.text())
	await plain?.close()

	await context.setOffline(true)
	for (const path of ['/dashboard', '/questions', '/account']) {
		await page.goto(path)
		await expect(title(page)).toHaveText('You Are Offline')
		await expect(page.locator('main')).not.toContainText(name)
	}
	await context.setOffline(false)
	await page.goto('/dashboard')
	await expect(title(page)).toHaveText('Your Learning Dashboard')

	await page.getByRole('button', { name: 'Account menu' }).click()
	await page.getByRole('button', { name: 'Log out' }).click()
	await expect(page).toHaveURL('/')
	await expect.poll(() => readPages(page)).toEqual(['/'])
})

test('online visitors never get an old page, and an aborted one is not cached', async ({
	page,
	context,
	signInAs,
	allowProblem,
}) => {
	allowProblem(OFF)
	allowProblem(/404/)
	await signInAs('admin')
	const content = '<p>What to take along to the first hearing.</p>'
	const lesson = { title: 'The first hearing', description: 'What to take along.', content }
	const id = await publishCourse(page, 'Read on the train', [lesson])
	await open(page, '/courses')
	await page.goto(`/courses/${id}`)
	await expect.poll(() => readPages(page)).toContain(`/courses/${id}`)
	await send(page, 'PUT', `/api/courses/${id}`, { title: 'Read on the tram' })
	await expect.poll(async () => (await page.request.get(`/courses/${id}`)).text()).toContain('Read on the tram')
	await page.goto(`/courses/${id}`)
	await expect(title(page)).toHaveText('Read on the tram')
	await send(page, 'PUT', `/api/courses/${id}`, { isPublished: false })
	await page.goto(`/courses/${id}`)
	await expect(title(page)).toHaveText('Course Not Found')
	await expect.poll(() => readPages(page)).not.toContain(`/courses/${id}`)
	await context.setOffline(true)
	await page.goto(`/courses/${id}`)
	await expect(title(page)).toHaveText('You Are Offline')
})

test('the replacement file removes the worker and its caches', async ({ browser, baseURL, allowProblem }) => {
	allowProblem(OFF)
	let isReplaced = false
	const site = new URL(baseURL ?? '')
	// The site behind another origin, where the owner has replaced the worker file.
	const front = createServer((incoming, outgoing) => {
		if (incoming.url === '/sw.js' && isReplaced) {
			outgoing.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' })
			outgoing.end(readFileSync('deploy/without-worker/sw.js'))
			return
		}
		const { url: path = '/', method, headers } = incoming
		const options = { host: '127.0.0.1', port: site.port, path, method, headers: { ...headers, host: site.host } }
		const forwarded = sendRequest(options, (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
			answer.pipe(outgoing)
		})
		forwarded.on('error', () => outgoing.destroy())
		incoming.pipe(forwarded)
	}).listen(0, '127.0.0.1')
	await new Promise((done) => front.once('listening', done))
	const origin = `http://localhost:${(front.address() as AddressInfo).port}`
	const context = await browser.newContext({ serviceWorkers: 'allow' })
	const page = await context.newPage()
	await open(page, `${origin}/`)
	await expect.poll(() => readPages(page)).toEqual(['/'])
	await page.goto(`${origin}/courses`)
	await expect.poll(() => readPages(page)).toEqual(['/', '/courses'])
	isReplaced = true
	await page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration?.update()))
	await expect
		.poll(() =>
			page.evaluate(async () => [
				(await caches.keys()).length,
				(await navigator.serviceWorker.getRegistrations()).length,
			]),
		)
		.toEqual([0, 0])
	await page.close()
	await context.close()
	front.closeAllConnections()
	front.close()
})

test('the site can be installed', async ({ page, request }) => {
	await open(page, '/')
	const href = await page.locator('link[rel="manifest"]').getAttribute('href')
	const manifest = (await (await request.get(href ?? '')).json()) as { icons: Array<{ src: string; sizes: string }> }
	expect(manifest).toMatchObject({ name: 'Second Chair', start_url: '/', scope: '/', display: 'standalone' })
	for (const { src } of manifest.icons) expect((await request.get(src)).status(), src).toBe(200)
	const cdp = await page.context().newCDPSession(page)
	const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
	// The test window is private: this is the only error that prevents installation.
	expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
	const worker = await request.get('/sw.js')
	expect(worker.headers()).toMatchObject({ 'cache-control': 'no-cache' })
	expect(worker.headers()['content-security-policy']).toContain("default-src 'self'")
})
