import { chaptersJson } from '#src/features/podcast/episodes/chapters-json.ts'
import { episodePath, FILES, listPath, PER_PAGE } from '#src/features/podcast/episodes/episode-path.ts'
import type { EpisodePageContent, ListedEpisode, Show } from '#src/features/podcast/episodes/library-pages.ts'
import {
	type LibraryPage,
	listEpisodeFiles,
	listSlugs,
	readLibrary,
	readPages,
	toPageContent,
} from '#src/features/podcast/server/library/episode-pages.ts'
import { slugsRelatedTo } from '#src/features/podcast/server/library/related.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { toText, toVtt } from '#src/lib/text/cues.ts'
import { contentTypeOf } from '#src/platform/http/files/content-types.ts'
import type { Rendered } from '../publish/page-renderer.ts'
import type { PublicPageKind } from './kind.ts'

// Paths of a disabled podcast match too: pages left by an earlier build must not be served for them.
const LIST = /^\/podcast(?:\/page\/([2-9]|[1-9]\d{1,4}))?$/
const EPISODE = /^\/podcast\/(?!player$)([a-z0-9-]+)$/
const COURSE = /^\/courses\/([^/]+)$/
const FILE = /^\/podcast\/([a-z0-9-]+)\/(transcript\.vtt|transcript\.txt|chapters\.json)$/

export interface ListPage {
	show: Show
	episodes: ListedEpisode[]
	page: number
	pages: number
	total: number
	/** Years and the page on which each starts, newest first. */
	years: Array<{ year: number; page: number }>
}

const yearOf = ({ pubDate }: ListedEpisode) => (pubDate ? new Date(pubDate).getUTCFullYear() : undefined)

function yearsOf(episodes: readonly ListedEpisode[]): ListPage['years'] {
	const pages = new Map<number, number>()
	for (const [at, episode] of episodes.entries()) {
		const year = yearOf(episode)
		if (year !== undefined && !pages.has(year)) pages.set(year, Math.floor(at / PER_PAGE) + 1)
	}
	return [...pages].map(([year, page]) => ({ year, page })).sort((a, b) => b.year - a.year)
}

/** Number of list pages at the last read: the pages that a change may affect. */
let pageCount = 1

async function readList(): Promise<Map<string, ListPage>> {
	const library = hasFeature('podcast') ? await readLibrary() : undefined
	if (!library) return new Map()
	const { show, episodes } = library
	const pages = Math.max(1, Math.ceil(episodes.length / PER_PAGE))
	pageCount = pages
	const years = yearsOf(episodes)
	return new Map(
		Array.from({ length: pages }, (_, at) => [
			listPath(at + 1),
			{
				...{ show, page: at + 1, pages, total: episodes.length, years },
				episodes: episodes.slice(at * PER_PAGE, (at + 1) * PER_PAGE),
			},
		]),
	)
}

export const findListPage = async (path: string): Promise<ListPage | undefined> => (await readList()).get(path)

export const podcastList = {
	matches: (path) => LIST.test(path),
	paths: async () => [...(await readList()).keys()].map((path) => ({ path })),
	// A change to one page can shift all later ones. Includes the page after the last, in case the list grew.
	dependentsOf: (path) => (path === listPath(1) ? Array.from({ length: pageCount }, (_, at) => listPath(at + 2)) : []),
	contentsOf: readList,
} satisfies PublicPageKind

const slugsIn = (paths: readonly string[], pattern: RegExp) => [
	...new Set(paths.flatMap((path) => pattern.exec(path)?.[1] ?? [])),
]

/** Episodes requested in this turn of the event loop, and their shared read. */
let pendingRead: { slugs: Set<string>; pages: Promise<Map<string, LibraryPage>> } | undefined

/** Batches all reads of one turn: a page and its files share the same long content. */
function readTogether(slugs: readonly string[]): Promise<Map<string, LibraryPage>> {
	if (!pendingRead) {
		const all = new Set<string>()
		const pages = Promise.resolve().then(() => {
			pendingRead = undefined
			return readPages([...all])
		})
		pendingRead = { slugs: all, pages }
	}
	for (const slug of slugs) pendingRead.slugs.add(slug)
	return pendingRead.pages
}

export async function findEpisodePage(slug: string): Promise<EpisodePageContent | undefined> {
	const page = hasFeature('podcast') ? (await readPages([slug])).get(slug) : undefined
	return page && toPageContent(page)
}

async function pathsOfEpisodes(): Promise<Array<{ path: string; updatedAt?: Date }>> {
	if (!hasFeature('podcast')) return []
	return (await listSlugs()).flatMap(({ slug, changedAt }) =>
		slug === null ? [] : [{ path: episodePath(slug), ...(changedAt ? { updatedAt: changedAt } : {}) }],
	)
}

export const episodePages = {
	matches: (path) => EPISODE.test(path),
	paths: pathsOfEpisodes,
	async readDependentsOf(paths) {
		if (!hasFeature('podcast')) return []
		return (await slugsRelatedTo(slugsIn(paths, COURSE))).map(episodePath)
	},
	async contentsOf(paths) {
		if (!hasFeature('podcast')) return new Map()
		const slugs = slugsIn(paths, EPISODE)
		const pages = await readTogether(slugs)
		return new Map(
			slugs.flatMap((slug) => {
				const page = pages.get(slug)
				return page ? [[episodePath(slug), toPageContent(page)]] : []
			}),
		)
	},
} satisfies PublicPageKind

/** A plain text file beside a page; null if the episode has no file of that kind. */
type EpisodeFile = { text: string } | null

const filesOf = (slug: string) => Object.values(FILES).map((name) => `${episodePath(slug)}/${name}`)

function fileOf(name: string, { episode, transcript }: LibraryPage): EpisodeFile {
	if (name === FILES.chapters) return episode.chapters.length > 0 ? { text: chaptersJson(episode) } : null
	if (!transcript) return null
	if (name === FILES.text) return { text: toText(transcript.paragraphs) }
	return transcript.isTimed ? { text: toVtt(transcript.cues) } : null
}

async function readFiles(paths: readonly string[]): Promise<Map<string, EpisodeFile>> {
	if (!hasFeature('podcast')) return new Map()
	const pages = await readTogether(slugsIn(paths, FILE))
	return new Map(
		paths.map((path) => {
			const [, slug = '', name = ''] = FILE.exec(path) ?? []
			const page = pages.get(slug)
			return [path, page ? fileOf(name, page) : null]
		}),
	)
}

export const episodeFiles = {
	matches: (path) => FILE.test(path),
	// Search engines get the page instead.
	isFile: true,
	async paths() {
		const all = hasFeature('podcast') ? await listEpisodeFiles() : []
		return all.flatMap(({ slug, hasTranscript, isTimed, hasChapters }) => {
			const exists = { vtt: isTimed, text: hasTranscript, chapters: hasChapters }
			const names = (['vtt', 'text', 'chapters'] as const).filter((kind) => exists[kind])
			return names.map((kind) => ({ path: `${episodePath(slug)}/${FILES[kind]}` }))
		})
	},
	dependentsOf: (path) => {
		const slug = EPISODE.exec(path)?.[1]
		return slug === undefined ? [] : filesOf(slug)
	},
	// Reports missing files as null: otherwise each would be read again separately.
	contentsOf: readFiles,
	/** Renders the file here, because plain text needs no layout. */
	async make(path, content): Promise<Rendered> {
		const file = content === undefined ? (await readFiles([path])).get(path) : (content as EpisodeFile)
		const bytes = Buffer.from(file?.text ?? 'Not found')
		const headers = new Headers({ 'Content-Type': contentTypeOf(file ? path : '.txt') })
		return { status: file ? 200 : 404, headers, bytes: async () => new Uint8Array(bytes) }
	},
} satisfies PublicPageKind
