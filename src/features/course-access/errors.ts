/** Of a module or comment that is not there, or not for this reader. */
export const NOT_FOUND = {
	module: [404, 'Module not found'],
	comment: [404, 'Comment not found'],
} as const

/** Of a module that this reader may know of, but not look into: it opens later, or is for members. */
export const NOT_OPEN = [403, 'This module is not open to you yet'] as const
