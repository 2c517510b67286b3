import * as z from 'zod/mini'
import type { Contract } from './contract.ts'
import { isApiError } from './errors.ts'

// Shared by browser and server: conflict detection for concurrent edits (docs/decisions/022-concurrent-edits.md).

/** Body field of a change: the version that the change is based on. Without a version, the last write wins. */
export const versionField = {
	version: z.optional(z.int('This version is unknown. Please reload the page.')),
}

/**
 * Returns the error for a change based on an older version. The text also fits if the same user made the other change
 * in another window.
 */
export const changedMeanwhile = (what: string) =>
	[409, `This ${what} has changed since you opened it, so your edit was not saved.`] as const

/**
 * Content type of an error that includes the current state (RFC 9457), if requested. Otherwise only the sentence is
 * sent.
 */
export const PROBLEM_TYPE = 'application/problem+json'

/** Returns whether errors of this contract can include the current state. */
export const hasCurrent = ({ current }: Contract) => current._zod.def.type !== 'undefined'

/** Returns the current state from the error of a change based on an older version. The contract defines its schema. */
export const currentOf = <Current>(error: unknown): Current | undefined =>
	isApiError(error) ? (error.current as Current | undefined) : undefined
