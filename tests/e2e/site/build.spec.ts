import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { initialScripts } from '#tests/support/site/initial-scripts.ts'
import { expect, test } from '../support/fixtures.ts'
import { startServer } from '../support/server.ts'

const client = 'dist/client'

/** Most bytes of compressed JavaScript of a public page before anybody does anything (docs/design.md, Front end). */
const MAX_BYTES = 15_000

/** The address that the build wrote into its pages. */
const builtFor = () => (JSON.parse(readFileSync('dist/release.json', 'utf8')) as { publicUrl: string }).publicUrl

const publicPages = () =>
	readdirSync(client, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('index.html'))
		.map((file) => `/${file.slice(0, -'index.html'.length)}`)

/** Where a page says that its address is. */
function addressOf(path: string): string {
	const html = readFileSync(join(client, path, 'index.html'), 'utf8')
	const [, address = path] = /<link rel="canonical" href="https?:\/\/[^/"]+([^"]*)"/.exec(html) ?? []
	return address.endsWith('/') ? address : `${address}/`
}

test('a course is built at its readable address too, from the same bytes', () => {
	const [path = ''] = publicPages().filter((one) => addressOf(one) !== one)
	expect(path).toMatch(/^\/courses\//)
	for (const form of ['index.html', 'index.html.br', 'index.html.gz']) {
		const [one, other] = [path, addressOf(path)].map((at) => statSync(join(client, at, form)))
		expect(one?.ino, form).toBe(other?.ino)
	}
})

/** Those that say that something is wrong: they are as they were built, and nobody publishes them. */
const FAILURES = ['/401/', '/503/', '/fault/', '/offline/']

test('no public page ships React or more than 15 kB of JavaScript before interaction', () => {
	expect(publicPages()).toContain('/')
	for (const path of publicPages()) {
		const scripts = initialScripts(client, path)
		const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0)
		expect(total, path).toBeGreaterThan(0)
		expect(total, path).toBeLessThanOrEqual(MAX_BYTES)
		for (const { source, code } of scripts)
			expect(/react\.(transitional\.)?element/.test(code), `${path} ${source}`).toBe(false)
	}
})

/** The list of episodes and their pages, as the sitemap has them; the demonstration has no files beside them. */
async function addressesOfEpisodes(url: string): Promise<string[]> {
	const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
	return [...sitemap.matchAll(/<loc>[^<]*(\/podcast[^<]*)<\/loc>/g)].map(([, path = '']) => path)
}

test('the pages of the build and of the publisher are the same bytes', async () => {
	// A server that starts compares what it renders now with what the build left, page by page.
	const site = await startServer({ PUBLIC_URL: builtFor() })
	try {
		const reconciled = () => site.logged().find(({ msg }) => msg === 'public pages reconciled')
		await expect.poll(reconciled).toBeTruthy()
		// A page that is there under its readable address too is published once.
		const again = new Set(
			publicPages()
				.filter((path) => addressOf(path) !== path)
				.map(addressOf),
		)
		const published = publicPages().filter((path) => !FAILURES.includes(path) && !again.has(path))
		// Those of episodes are in no build, and made at the start: new are they, and nothing else.
		const episodes = await addressesOfEpisodes(site.url)
		expect(reconciled()).toMatchObject({
			pages: published.length + episodes.length,
			changed: episodes.length,
		})
		expect(site.logged().filter(({ level }) => Number(level) >= 50)).toEqual([])
	} finally {
		await site.stop()
	}
})

test('nothing that the build shipped names the machine it was built on', () => {
	for (const file of readdirSync(join(client, '_astro')))
		expect(readFileSync(join(client, '_astro', file), 'latin1').includes(process.cwd()), file).toBe(false)
})

test('search engines find the sitemap and what to leave alone', async ({ request, baseURL }) => {
	const robots = await request.get('/robots.txt')
	expect(robots.headers()['content-type']).toBe('text/plain; charset=utf-8')
	expect(await robots.text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
	const sitemap = await request.get('/sitemap.xml')
	expect(sitemap.headers()['content-type']).toBe('application/xml; charset=utf-8')
	const found = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)
	expect(found.length).toBeGreaterThan(5)
	for (const url of found) expect((await request.get(url)).status(), url).toBe(200)
})
