import { publishedVersions } from '#src/features/courses/server/public-pages.ts'
import { getHomePodcast } from '#src/features/podcast/server/service.ts'

/**
 * Public pages whose content comes from the database. They are pre-rendered by the build from a snapshot, and
 * rendered again by the publisher, at `/twin` + path, when their content changes. A new kind of public page is a
 * line here, a route, and its twin.
 */
interface PublicPages {
	/** Whether `path` may be one of them. */
	matches(path: string): boolean
	/** Every one there is now. */
	paths(): Promise<string[]>
}

const kinds: readonly PublicPages[] = [
	{
		matches: (path) => path === '/',
		paths: async () => ['/'],
	},
	{
		matches: (path) => path === '/courses',
		paths: async () => ['/courses'],
	},
	{
		matches: (path) => /^\/courses\/[^/]+$/.test(path),
		paths: async () => (await publishedVersions()).map(({ id }) => `/courses/${id}`),
	},
]

/** Whether the HTML of `path` belongs to the publisher rather than to the build. */
export const isManagedPath = (path: string) => kinds.some((kind) => kind.matches(path))

/** Every public page that exists now. */
export async function publicPaths(): Promise<string[]> {
	return (await Promise.all(kinds.map((kind) => kind.paths()))).flat()
}

/** What the home page shows. */
export const homeData = () => getHomePodcast()
