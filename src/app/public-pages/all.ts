import { STATUS_PAGES } from '#src/platform/http/status-pages.ts'
import { EVERY_PAGE } from '#src/platform/publish/publish-queue.ts'
import type { RenderPage } from '../publish/page-renderer.ts'
import { cataloguePage } from './catalogue.ts'
import { clubPages } from './club.ts'
import { coursePage } from './course.ts'
import { homePage } from './home.ts'
import type { PublicPageKind } from './kind.ts'
import { publicPlansKind } from './plans.ts'
import { episodeFiles, episodePages, podcastList } from './podcast.ts'

export const kinds: readonly PublicPageKind[] = [
	...[homePage, cataloguePage, coursePage, clubPages],
	...[podcastList, episodePages, episodeFiles, publicPlansKind],
]

/** Returns whether the publisher keeps the page at `path` up to date. */
export const isManagedPath = (path: string) => kinds.some((kind) => kind.matches(path))

/** Status pages such as 404. They come from the build and are rendered again, since they contain the club's name. */
export const statusPaths: readonly string[] = Object.keys(STATUS_PAGES)

export const publicPages = async () => (await Promise.all(kinds.map((kind) => kind.paths()))).flat()

/** Returns the pages for search engines. Leaves out files beside a page: the page links to them. */
export const indexablePages = async () =>
	(await Promise.all(kinds.map((kind) => (kind.isFile ? [] : kind.paths())))).flat()

/** Renders any public page, through its render route or its kind's `make`. */
export const renderPages =
	(renderPage: RenderPage): RenderPage =>
	(path, content) =>
		kinds.find((kind) => kind.make && kind.matches(path))?.make?.(path, content) ?? renderPage(path, content)

/** Returns the changed `paths` and the pages that show parts of them. */
export const withDependants = (paths: readonly string[]): string[] => [
	...new Set(paths.flatMap((path) => [path, ...kinds.flatMap((kind) => kind.dependentsOf?.(path) ?? [])])),
]

/** Returns `paths` and all alternative paths of those pages: a cache may hold any of them. */
export const withAlternativePaths = async (paths: readonly string[]): Promise<string[]> => [
	...new Set([...paths, ...(await Promise.all(kinds.map((kind) => kind.alternativePaths?.(paths) ?? []))).flat()]),
]

export const pathAt = async (address: string): Promise<string | undefined> =>
	kinds.find((kind) => kind.matches(address))?.pathAt?.(address)

/** Looks up in the database the pages that show parts of `paths`. */
const readDependents = async (paths: readonly string[]): Promise<string[]> =>
	(await Promise.all(kinds.map((kind) => kind.readDependentsOf?.(paths) ?? []))).flat()

export async function pagesOf(queued: readonly string[]): Promise<string[]> {
	if (!queued.includes(EVERY_PAGE)) return withDependants([...queued, ...(await readDependents(queued))])
	const current = (await publicPages()).map(({ path }) => path)
	const possible = kinds.flatMap((kind) => kind.possible ?? [])
	const others = withDependants(queued.filter((path) => path !== EVERY_PAGE))
	return groupFilesWithPage([...new Set([...current, ...possible, ...statusPaths, ...others])])
}

/** Sorts files directly after their page, because they share its database read. */
function groupFilesWithPage(paths: readonly string[]): string[] {
	const files = kinds.filter(({ isFile }) => isFile)
	const pageOf = (path: string) =>
		files.some((kind) => kind.matches(path)) ? path.slice(0, path.lastIndexOf('/')) : path
	return [...Map.groupBy(paths, pageOf).values()].flat()
}

export async function contentsOf(paths: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
	const read = kinds.map(async (kind) => {
		const matching = kind.contentsOf ? paths.filter(kind.matches) : []
		return matching.length === 0 ? [] : [...((await kind.contentsOf?.(matching)) ?? [])]
	})
	return new Map((await Promise.all(read)).flat())
}
