import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliCompressSync, constants } from 'node:zlib'
import { toStaticFile } from '#src/app/publish/page-file.ts'
import { etagOf } from '#src/platform/http/files/static-store.ts'
import { signInAs } from './support/club.ts'
import { fillLibrary, shortTranscript, startLibraryFeed } from './support/data/library.ts'
import { startOurServer } from './support/our-server.ts'
import type { Row } from './support/tools.ts'

const ADMIN = { email: 'bench@example.com', password: 'a password for the bench' }
const ROUNDS = 10
const BOTH_CORES = '0,1'
const PAGES = 1_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const row = (what: string, ours: number, unit: string, aim: string, most: number): Row => ({
	...{ what, ours, unit, aim },
	reached: ours <= most,
})

/** Returns the longest of several times from saving a transcript to its text in the HTML, in milliseconds. */
async function changeOne(url: string, slug: string): Promise<number> {
	const { cookie, csrf } = await signInAs(url, ADMIN, '127.0.0.1')
	const { id } = (await (await fetch(`${url}/api/podcast/episodes/${slug}`)).json()) as { id: string }
	let worst = 0
	for (let round = 0; round < ROUNDS; round++) {
		const word = `round${round}of`
		const started = performance.now()
		const answer = await fetch(`${url}/api/admin/podcast/episodes/${id}/transcript`, {
			method: 'PUT',
			headers: { 'Content-Type': 'application/json', Origin: url, Cookie: cookie, 'X-XSRF-TOKEN': csrf },
			body: JSON.stringify({ format: 'vtt', text: shortTranscript(word), keep: true }),
		})
		if (!answer.ok) throw new Error(`transcript: ${answer.status} ${await answer.text()}`)
		while (!(await (await fetch(`${url}/podcast/${slug}`)).text()).includes(word)) await pause(2)
		worst = Math.max(worst, performance.now() - started)
	}
	return Math.round(worst)
}

/** Returns the store's memory for 1,000 copies of a page, and their size with the uncompressed HTML, in megabytes. */
function memoryOf(html: Buffer): { kept: number; whole: number } {
	setFlagsFromString('--expose-gc')
	const collect = runInNewContext('globalThis.gc') as () => void
	const used = () => {
		collect()
		collect()
		return process.memoryUsage().arrayBuffers
	}
	const params = { [constants.BROTLI_PARAM_QUALITY]: 7, [constants.BROTLI_PARAM_LGWIN]: 17 }
	const compressed = brotliCompressSync(html, { params })
	const before = used()
	// Copies, because the pages of the publisher do not share a buffer either.
	const files = Array.from({ length: PAGES }, () => {
		const page = { html: Buffer.from(html), br: Buffer.from(compressed), etag: etagOf(html) }
		return toStaticFile(page, '/podcast/one')
	})
	const kept = used() - before
	const whole = files.length * (html.length + compressed.length)
	return { kept: Math.round(kept / 1e6), whole: Math.round(whole / 1e6) }
}

/** Measures a podcast of 489 real episodes, each with a 45-minute transcript. */
export async function podcastLibrary(folder: string): Promise<Row[]> {
	const file = join(folder, 'library', 'bench.db')
	await mkdir(join(folder, 'library'), { recursive: true })
	const feed = await startLibraryFeed()
	const slugs = await fillLibrary(file, feed.url)
	const ours = await startOurServer(
		folder,
		{
			DATABASE_URL: `file:${file}`,
			...{ SEED_DEMO: 'false', NODE_ENV: 'production', SECRET_KEY: 'a secret of the benchmark, of no other use' },
			...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
			...{ PODCAST_FEED_URL: feed.url, FEED_ALLOW_PRIVATE: 'true' },
		},
		BOTH_CORES,
	)
	// In production the server only accepts the host of PUBLIC_URL.
	const url = ours.url.replace('127.0.0.1', 'localhost')
	try {
		const started = performance.now()
		const pages = join(ours.dataDir, 'site', 'pages', 'podcast')
		const isThere = (slug: string) =>
			['index.html', 'transcript.vtt', 'transcript.txt'].every((name) => existsSync(join(pages, slug, name)))
		for (const slug of slugs) while (!isThere(slug)) await pause(20)
		const all = Math.round(performance.now() - started)
		const html = readFileSync(join(pages, slugs[1] ?? '', 'index.html'))
		const one = await changeOne(url, slugs[0] ?? '')
		const { kept, whole } = memoryOf(html)
		return [
			row(
				`${slugs.length} episodes with their transcripts to static pages`,
				all,
				'ms, two cores',
				'at most 5 s',
				5_000,
			),
			row('a changed transcript to raw HTML', one, 'ms, worst of 10', 'at most 500 ms', 500),
			row(`memory of ${PAGES} pages with a transcript (${whole} with their plain bytes)`, kept, 'MB', 'at most 45', 45),
		]
	} finally {
		await ours.stop()
		await feed.close()
	}
}
