import { STATUS_PAGES } from '#src/platform/http/status-pages.ts'
import { EVERY_PAGE } from '#src/platform/publish/publish-queue.ts'
import type { RenderPage } from '../publish/page-renderer.ts'
import { cataloguePage } from './catalogue.ts'
import { clubPages } from './club.ts'
import { coursePage } from './course.ts'
import { homePage } from './home.ts'
import type { PublicPageKind } from './kind.ts'
import { episodeFiles, episodePages, podcastList } from './podcast.ts'

/** Every kind of public page. */
export const kinds: readonly PublicPageKind[] = [
	...[homePage, cataloguePage, coursePage, clubPages],
	...[podcastList, episodePages, episodeFiles],
]

/** Whether the HTML of `path` belongs to the publisher rather than to the build. */
export const isManagedPath = (path: string) => kinds.some((kind) => kind.matches(path))

/** Pages of a status, such as the 404 page: the build's, and rendered again since they carry the club's name, too. */
export const statusPaths: readonly string[] = Object.keys(STATUS_PAGES)

/** Every public page that exists now. */
export const publicPages = async () => (await Promise.all(kinds.map((kind) => kind.paths()))).flat()

/** Every one that search engines are told of: what is beside a page they find there. */
export const pagesToFind = async () =>
	(await Promise.all(kinds.map((kind) => (kind.isFile ? [] : kind.paths())))).flat()

/** Renders every kind of public page: by its render route, or as its kind makes it. */
export const renderPages =
	(renderPage: RenderPage): RenderPage =>
	(path, content) =>
		kinds.find((kind) => kind.make && kind.matches(path))?.make?.(path, content) ?? renderPage(path, content)

/** `paths` that changed, and the pages that show something of them. */
export const withDependants = (paths: readonly string[]): string[] => [
	...new Set(paths.flatMap((path) => [path, ...kinds.flatMap((kind) => kind.changeWith?.(path) ?? [])])),
]

/** `paths`, and every other address of those pages: what a cache in between may have. */
export const withOtherAddresses = async (paths: readonly string[]): Promise<string[]> => [
	...new Set([...paths, ...(await Promise.all(kinds.map((kind) => kind.otherAddresses?.(paths) ?? []))).flat()]),
]

/** The path of the page at `address`, where that is a further address of it. */
export const pathAt = async (address: string): Promise<string | undefined> =>
	kinds.find((kind) => kind.matches(address))?.pathAt?.(address)

/** Pages that show something of these, as the database says. */
const changingWith = async (paths: readonly string[]): Promise<string[]> =>
	(await Promise.all(kinds.map((kind) => kind.changeWithThese?.(paths) ?? []))).flat()

/** The pages to be published for these entries of the queue. */
export async function pagesOf(queued: readonly string[]): Promise<string[]> {
	if (!queued.includes(EVERY_PAGE)) return withDependants([...queued, ...(await changingWith(queued))])
	const now = (await publicPages()).map(({ path }) => path)
	const possible = kinds.flatMap((kind) => kind.possible ?? [])
	const others = withDependants(queued.filter((path) => path !== EVERY_PAGE))
	return besideEachOther([...new Set([...now, ...possible, ...statusPaths, ...others])])
}

/** Files right behind the page that they are beside: what is read for one is read for all of them. */
function besideEachOther(paths: readonly string[]): string[] {
	const files = kinds.filter(({ isFile }) => isFile)
	const pageOf = (path: string) =>
		files.some((kind) => kind.matches(path)) ? path.slice(0, path.lastIndexOf('/')) : path
	return [...Map.groupBy(paths, pageOf).values()].flat()
}

/** What the pages at `paths` show, where their kinds can say that. */
export async function contentsOf(paths: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
	const read = kinds.map(async (kind) => {
		const own = kind.contentsOf ? paths.filter(kind.matches) : []
		return own.length === 0 ? [] : [...((await kind.contentsOf?.(own)) ?? [])]
	})
	return new Map((await Promise.all(read)).flat())
}
