import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { loadBuiltSite } from '#src/app/build/built-site.ts'
import { serveOldAssets } from '#src/app/build/old-assets.ts'
import { precompress } from '#src/app/build/precompress.ts'
import { type Release, readRelease, writeRelease } from '#src/app/build/release.ts'
import {
	ASSET_CACHE_CONTROL,
	FILE_CACHE_CONTROL,
	PAGE_CACHE_CONTROL,
	StaticStore,
} from '#src/platform/http/files/static-store.ts'

const buildUrl = 'http://localhost:4321'
const page = (title: string) =>
	`<!doctype html><link rel="canonical" href="${buildUrl}/x"><a href="${buildUrl}0/">elsewhere</a><script>go("${buildUrl}")</script><h1>${title}</h1>${'<p>text</p>'.repeat(100)}`

const files = {
	'client/index.html': page('Home'),
	'client/courses/index.html': page('Courses'),
	'client/courses/5/index.html': page('Course'),
	'client/404.html': page('404'),
	'client/robots.txt': `Sitemap: ${buildUrl}/sitemap.xml`,
	'client/audio.mp3': 'x'.repeat(2 * 1024 * 1024),
	'client/lonely.gz': 'not a compressed form of anything',
	'client/_astro/app.abc.js': `console.log("${buildUrl}")//${'x'.repeat(1000)}`,
	'_headers.json': JSON.stringify([
		{
			pathname: '/',
			headers: [
				{ key: 'Content-Security-Policy', value: "script-src 'self' 'sha256-one='; style-src 'sha256-style='" },
			],
		},
	]),
	'snapshot.json': '{}',
}

async function build(
	overrides: Record<string, string> = {},
): Promise<{ dist: string; client: string; release: Release }> {
	const dist = await mkdtemp(join(tmpdir(), 'dist-'))
	for (const [name, text] of Object.entries({ ...files, ...overrides })) {
		await mkdir(dirname(join(dist, name)), { recursive: true })
		await writeFile(join(dist, name), text)
	}
	const source = { inputs: 'i', snapshotFile: join(dist, 'snapshot.json'), publicUrl: buildUrl, production: false }
	const release = await writeRelease(dist, source)
	await precompress(join(dist, 'client'))
	return { dist, client: join(dist, 'client'), release }
}

async function load(publicUrl = buildUrl) {
	const { client, release } = await build()
	const site = await loadBuiltSite({ client, release, publicUrl })
	const store = new StaticStore()
	site.fill(store, (path) => path === '/')
	return { site, store }
}

describe('a release', () => {
	it('has an id derived from its content, and the hashes of every script that runs', async () => {
		const [one, same, other] = await Promise.all([build(), build(), build({ 'client/robots.txt': 'else' })])
		expect(same.release.id).toBe(one.release.id)
		expect(other.release.id).not.toBe(one.release.id)
		expect(one.release.scriptHashes).toContain('sha256-one=')
		expect(one.release.scriptHashes).not.toContain('sha256-style=')
		expect(one.release.styleHashes).toEqual(['sha256-style='])
		expect(one.release.scriptHashes).toHaveLength(2)
		expect(await readRelease(one.dist)).toEqual(one.release)
	})

	it('is invalid while incomplete', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'dist-'))
		expect(await readRelease(folder)).toBeUndefined()
		await writeFile(join(folder, 'release.json'), '{"id":')
		expect(await readRelease(folder)).toBeUndefined()
	})
})

describe('the store after loading', () => {
	it('has every file at its path except managed pages and compressed files', async () => {
		const { store, site } = await load()
		expect(store.paths().sort()).toEqual([
			'/404',
			'/_astro/app.abc.js',
			'/audio.mp3',
			'/courses',
			'/courses/5',
			'/lonely.gz',
			'/robots.txt',
		])
		expect(site.readBuiltPage('/')?.identity.toString()).toBe(page('Home'))
		expect(site.readBuiltPage('/robots.txt')).toBeUndefined()
		expect(site.readBuiltPage('/nope')).toBeUndefined()
	})

	it('sets cache headers by kind', async () => {
		const { store } = await load()
		const kinds = ['/courses', '/_astro/app.abc.js', '/robots.txt', '/404'].map((path) => store.get(path)?.cacheControl)
		expect(kinds).toEqual([PAGE_CACHE_CONTROL, ASSET_CACHE_CONTROL, FILE_CACHE_CONTROL, 'no-cache'])
		expect(store.get('/404')?.status).toBe(404)
	})

	it("has the build's compressed files, and large files on disk", async () => {
		const { store } = await load()
		const courses = store.get('/courses')
		expect(brotliDecompressSync(courses?.br ?? Buffer.alloc(0)).toString()).toBe(page('Courses'))
		expect(courses?.gzip).toBeDefined()
		expect(store.get('/robots.txt')?.br).toBeUndefined()
		expect(store.get('/audio.mp3')?.disk?.size).toBe(2 * 1024 * 1024)
	})

	it('uses the URL of this server, regardless of the URL of the build', async () => {
		const { store, site } = await load('https://club.example')
		const courses = store.get('/courses')
		expect(courses?.identity.toString()).toContain('href="https://club.example/x"')
		expect(courses?.identity.toString()).toContain(`href="${buildUrl}0/"`)
		expect(courses?.identity.toString().match(/localhost/g)).toHaveLength(1)
		expect(brotliDecompressSync(courses?.br ?? Buffer.alloc(0))).toEqual(courses?.identity)
		expect(store.get('/robots.txt')?.identity.toString()).toBe('Sitemap: https://club.example/sitemap.xml')
		expect(site.readBuiltPage('/')?.identity.includes('https://club.example/x')).toBe(true)
		// The name of a script is a hash of its content, so the content must not change.
		expect(store.get('/_astro/app.abc.js')?.identity.includes(buildUrl)).toBe(true)
		expect(site.scriptHashes).toHaveLength(3)
	})
})

describe('assets of earlier releases', () => {
	it('of the last two are still served', async () => {
		const dataDir = await mkdtemp(join(tmpdir(), 'data-'))
		const releases = await Promise.all(
			['a', 'b', 'c', 'd'].map((name) =>
				build({ [`client/_astro/${name}.js`]: name, 'client/_astro/app.abc.js': name }),
			),
		)
		for (const [index, { client, release }] of releases.entries()) {
			await serveOldAssets(new StaticStore(), { client, dataDir, release })
			const then = new Date(Date.now() - (10 - index) * 60_000)
			await utimes(join(dataDir, 'assets', release.id), then, then)
			if (index < 3) await rm(client, { recursive: true })
		}
		await writeFile(join(dataDir, 'assets', '.DS_Store'), 'of a file manager')
		const { client, release } = releases[3] as (typeof releases)[number]
		const store = new StaticStore()
		const site = await loadBuiltSite({ client, release, publicUrl: buildUrl })
		site.fill(store, () => false)
		await serveOldAssets(store, { client, dataDir, release })
		const assets = store.paths().filter((path) => path.startsWith('/_astro/'))
		expect(assets.sort()).toEqual(['/_astro/app.abc.js', '/_astro/b.js', '/_astro/c.js', '/_astro/d.js'])
		expect(store.get('/_astro/app.abc.js')?.identity.toString()).toBe('d')
		expect(store.get('/_astro/b.js')?.cacheControl).toBe(ASSET_CACHE_CONTROL)
	})
})
