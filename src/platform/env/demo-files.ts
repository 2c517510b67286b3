/**
 * Whether a file of `public/` belongs to the demonstration: its feed, the audio and picture of that, its videos. A site
 * in production has none of them, neither served nor built. Files of an owner's own lie in other folders.
 */
export const isDemoFile = (path: string): boolean => /^\/?(podcast|videos)\//.test(path)
