import { eq } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { db } from '#db/client.ts'
import { episodeFiles } from '#db/schema/podcast.ts'
import { readPages } from '#src/features/podcast/server/library/episode-pages.ts'
import { type FileOptions, readDueFiles } from '#src/features/podcast/server/library/read-files.ts'
import { insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { serveAndRefresh, server, setUpPodcast } from '#tests/support/podcast/podcast.ts'
import { feedAnswer } from '#tests/support/servers/feed-server.ts'

/** The signed-in users of a test. */
export const as = {} as { admin: Principal; member: Principal }

export type Served = Record<string, { body: string | Buffer; headers?: Record<string, string>; status?: number }>
/** Files that the feed's server serves, by path: transcripts and chapters. */
export const host: { served: Served } = { served: {} }

/** Returns a feed item with the additional elements `more`. */
export const item = (title: string, day: number, more = '') =>
	`<item><title>${title}</title><guid>${title}</guid><pubDate>${new Date(Date.UTC(2026, 0, day)).toUTCString()}</pubDate>
	<itunes:duration>600</itunes:duration><enclosure url="https://audio.example/${day}.mp3" type="audio/mpeg" length="21000000"/>${more}</item>`
export const NEW = 'xmlns:podcast="https://podcastindex.org/namespace/1.0"'
export const OLD = 'xmlns:podcast="https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md"'
export const feedOf = (items: string[], namespaces = NEW, more = '') =>
	`<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" ${namespaces}><channel>
	<title>The show</title><language>en-us</language>${more}${items.join('')}</channel></rss>`

/** Polls this feed and its files once. */
export async function round(feed: string, options: Partial<FileOptions> = {}) {
	await serveAndRefresh((request, response) => {
		const file = host.served[request.url ?? '']
		if (!file) return feedAnswer(feed)(request, response)
		const etag = `"${Buffer.byteLength(file.body)}-${String(file.body).slice(-8).replaceAll(/\W/g, '')}"`
		if (request.headers['if-none-match'] === etag) return response.writeHead(304).end()
		response.writeHead(file.status ?? 200, { ETag: etag, ...file.headers }).end(file.body)
	})
	return readDueFiles({ feedUrl: server.url, publicUrl: server.url, allowPrivate: true, hostPauseMs: 0, ...options })
}

export const at = (path: string) => `http://127.0.0.1:${server.port}${path}`
export const tag = (path: string, type: string, more = '') =>
	`<podcast:transcript url="${at(path)}" type="${type}" ${more}/>`
export const page = async (slug: string) => (await readPages([slug])).get(slug)
export const said = async (slug: string) =>
	(await page(slug))?.transcript?.paragraphs.map(({ start, speaker, text }) => [start, speaker, text])
export const stateOf = async (kind: 'transcript' | 'chapters' = 'transcript') =>
	(await db().select().from(episodeFiles).where(eq(episodeFiles.kind, kind)))[0]

export const VTT = `\ufeffWEBVTT

NOTE nothing

1
00:00:01.000 --> 00:00:04.000 align:start
<v Ruth>Good morning &amp; welcome.

00:00:12.000 --> 00:00:15.000
<v Sam>Thank you.
`

/** Sets up the podcast, a server of its feed's files, and an admin and a member for each test. */
export function setUpLibrary(): void {
	setUpPodcast()
	beforeEach(async () => {
		host.served = {}
		as.admin = await signedIn(await insertAccount({ role: 'admin' }))
		as.member = await signedIn(await insertAccount())
	})
}
