/**
 * Returns whether a file in `public/` is demonstration data: the feed with its audio and picture, or a video.
 * Production sites neither build nor serve these files. Owners' files are in other folders.
 */
export const isDemoFile = (path: string): boolean => /^\/?(podcast|videos)\//.test(path)
