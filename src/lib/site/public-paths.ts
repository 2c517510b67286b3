/**
 * Returns whether the page at `path` is a static page, the same for everyone: only these pages may be prefetched or
 * cached in a browser. The server's list is `src/app/public-pages`; a test compares the two.
 */
export const isPublicPage = (path: string): boolean =>
	/^\/(?:courses(?:\/[\w-]+)?|podcast(?:\/page\/\d+|\/(?!player$)[\w-]+)?|contact|privacy|terms)?$/.test(path)
