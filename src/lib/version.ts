import * as z from 'zod/mini'

/**
 * Part of the body of a change: the version that its author began with (`updatedAt` of what they read), so that nobody's
 * work is overwritten unseen. Without one the last writer wins.
 */
export const versionField = {
	updatedAt: z.optional(z.iso.datetime('The version is not known. Please reload the page.')),
}

/** The answer to a change of something that is not any more as its author read it. */
export const changedMeanwhile = (what: string, next: string) =>
	[409, `Somebody else changed this ${what} meanwhile. ${next}`] as const
