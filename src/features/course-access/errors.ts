/** Errors for a module or comment that does not exist or that the reader may not see. */
export const NOT_FOUND = {
	module: [404, 'Module not found'],
	comment: [404, 'Comment not found'],
} as const

/** Error for a module that the reader may see in the outline but not open: it opens later, or is for members. */
export const NOT_OPEN = [403, 'This module is not open yet'] as const
