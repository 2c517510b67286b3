/**
 * Returns whether a file of `public/` belongs to the demonstration: its feed with audio and picture, or its videos.
 * Production sites neither build nor serve them. Owners' files are in other folders.
 */
export const isDemoFile = (path: string): boolean => /^\/?(podcast|videos)\//.test(path)
