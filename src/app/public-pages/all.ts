import { cataloguePage } from './catalogue.ts'
import { coursePage } from './course.ts'
import { homePage } from './home.ts'
import type { PublicPageKind } from './kind.ts'

/** Every kind of public page. */
export const kinds: readonly PublicPageKind[] = [homePage, cataloguePage, coursePage]

/** Whether the HTML of `path` belongs to the publisher rather than to the build. */
export const isManagedPath = (path: string) => kinds.some((kind) => kind.matches(path))

/** Every public page that exists now. */
export const publicPages = async () => (await Promise.all(kinds.map((kind) => kind.paths()))).flat()

/** `paths` that changed, and the pages that show something of them. */
export const withDependants = (paths: readonly string[]): string[] => [
	...new Set(paths.flatMap((path) => [path, ...kinds.flatMap((kind) => kind.changeWith?.(path) ?? [])])),
]

/** `paths`, and every other address of those pages: what a cache in between may have. */
export const withOtherAddresses = async (paths: readonly string[]): Promise<string[]> => [
	...new Set([...paths, ...(await Promise.all(kinds.map((kind) => kind.otherAddresses?.(paths) ?? []))).flat()]),
]
