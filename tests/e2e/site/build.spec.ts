import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { initialScripts } from '#tests/support/site/initial-scripts.ts'
import { expect, test } from '../support/fixtures.ts'
import { startServer } from '../support/server.ts'

const client = 'dist/client'

/** Maximum compressed JavaScript of a public page before any interaction, in bytes (docs/design.md, Front end). */
const MAX_BYTES = 15_000

/** Returns the public URL that the build wrote into its pages. */
const builtPublicUrl = () => (JSON.parse(readFileSync('dist/release.json', 'utf8')) as { publicUrl: string }).publicUrl

const publicPages = () =>
	readdirSync(client, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('index.html'))
		.map((file) => `/${file.slice(0, -'index.html'.length)}`)

/** Returns a page's canonical path. */
function canonicalPath(path: string): string {
	const html = readFileSync(join(client, path, 'index.html'), 'utf8')
	const [, canonical = path] = /<link rel="canonical" href="https?:\/\/[^/"]+([^"]*)"/.exec(html) ?? []
	return canonical.endsWith('/') ? canonical : `${canonical}/`
}

test('a course is built at its slug URL too, from the same bytes', () => {
	const [path = ''] = publicPages().filter((one) => canonicalPath(one) !== one)
	expect(path).toMatch(/^\/courses\//)
	for (const form of ['index.html', 'index.html.br', 'index.html.gz']) {
		const [one, other] = [path, canonicalPath(path)].map((at) => statSync(join(client, at, form)))
		expect(one?.ino, form).toBe(other?.ino)
	}
})

/** Error pages: built once and never published. */
const ERROR_PAGES = ['/401/', '/503/', '/fault/', '/offline/']

/** Pages that the build does not render: a server renders them at its start, or on request. */
const RENDERED = ['/podcast', '/podcast/saying-no-to-the-wrong-client', '/apply', '/auth', '/search']

test('public pages ship no React and at most 15 kB of JavaScript before interaction', async ({ request }) => {
	const pages = new Map(publicPages().map((path) => [path, readFileSync(join(client, path, 'index.html'), 'utf8')]))
	expect([...pages.keys()]).toContain('/')
	for (const path of RENDERED) pages.set(path, await (await request.get(path)).text())
	for (const [path, html] of pages) {
		const scripts = initialScripts(client, html)
		const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0)
		expect(total, path).toBeGreaterThan(0)
		expect(total, path).toBeLessThanOrEqual(MAX_BYTES)
		for (const { source, code } of scripts)
			expect(/react\.(transitional\.)?element/.test(code), `${path} ${source}`).toBe(false)
	}
})

test('the build and the publisher render the same bytes', async () => {
	// At its start, a server compares its pages with those of the build.
	const site = await startServer({ PUBLIC_URL: builtPublicUrl() })
	try {
		const reconciled = () => site.logged().find(({ msg }) => msg === 'public pages reconciled')
		await expect.poll(reconciled).toBeTruthy()
		// A page at two URLs is published once.
		const aliases = new Set(
			publicPages()
				.filter((path) => canonicalPath(path) !== path)
				.map(canonicalPath),
		)
		const published = publicPages().filter((path) => !ERROR_PAGES.includes(path) && !aliases.has(path))
		// Only the pages and files of episodes change: a server renders them at its start, not the build.
		const { pages, changed } = reconciled() as { pages: number; changed: number }
		expect(pages - changed).toBe(published.length)
		expect(site.logged().filter(({ level }) => Number(level) >= 50)).toEqual([])
	} finally {
		await site.stop()
	}
})

test('the shipped build does not name the machine it was built on', () => {
	for (const file of readdirSync(join(client, '_astro')))
		expect(readFileSync(join(client, '_astro', file), 'latin1').includes(process.cwd()), file).toBe(false)
})

test('search engines find the sitemap and the disallowed paths', async ({ request, baseURL }) => {
	const robots = await request.get('/robots.txt')
	expect(robots.headers()['content-type']).toBe('text/plain; charset=utf-8')
	expect(await robots.text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
	const sitemap = await request.get('/sitemap.xml')
	expect(sitemap.headers()['content-type']).toBe('application/xml; charset=utf-8')
	const found = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)
	expect(found.length).toBeGreaterThan(5)
	for (const url of found) expect((await request.get(url)).status(), url).toBe(200)
})
