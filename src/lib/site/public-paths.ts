/**
 * Whether the page at `path` is a file that is the same for everybody: only such a page may be fetched before it is
 * asked for, or kept in a browser. The server knows them by `src/app/public-pages`; a test compares the two.
 */
export const isPublicPage = (path: string): boolean =>
	/^\/(?:courses(?:\/[\w-]+)?|podcast(?:\/page\/\d+|\/(?!player$)[\w-]+)?|contact|privacy|terms)?$/.test(path)
