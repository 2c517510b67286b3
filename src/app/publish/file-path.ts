/** Tells whether this is the path of a file beside a page, such as a transcript: page paths have no extension. */
export const isFilePath = (path: string) => /\.[a-z]+$/.test(path)
