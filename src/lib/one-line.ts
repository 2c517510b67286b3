import * as z from 'zod/mini'

/** Spaces of no width, with which a name can be nothing, and marks that turn what stands around it. */
const UNSEEN = /[\u200b\u2060\u202a-\u202e\u2066-\u2069]/g

/** Makes a line of text: runs of white space and control characters become one space. */
export const lineOf = (text: string): string =>
	text
		.replaceAll(UNSEEN, '')
		.replaceAll(/[\s\p{Cc}]+/gu, ' ')
		.trim()

export const oneLine = z.overwrite(lineOf)
