/** Whether this is the path of a file beside a page, such as a transcript: the path of a page has no ending. */
export const isFilePath = (path: string) => /\.[a-z]+$/.test(path)
