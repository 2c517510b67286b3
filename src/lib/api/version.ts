import * as z from 'zod/mini'
import type { Contract } from './contract.ts'
import { isApiError } from './errors.ts'

// What browser and server share of the one rule when two people edit (docs/decisions/022-concurrent-edits.md).

/** Part of the body of a change: the version that its author began with. Without one the last writer wins. */
export const versionField = {
	version: z.optional(z.int('The version is not known. Please reload the page.')),
}

/** The refusal of a change that began with an older version. True whoever was faster, oneself in another window too. */
export const changedMeanwhile = (what: string) =>
	[409, `This ${what} was changed meanwhile, so your change was not saved.`] as const

/** Content type of a refusal with what stands there now, for who asks for it (RFC 9457). Others get the sentence alone. */
export const PROBLEM_TYPE = 'application/problem+json'

/** Whether a change through this contract can be refused with what stands there now. */
export const hasCurrent = ({ current }: Contract) => current._zod.def.type !== 'undefined'

/** What stands there now, where `error` is the refusal of a change that began with an older version. Its contract knows the form. */
export const currentOf = <Current>(error: unknown): Current | undefined =>
	isApiError(error) ? (error.current as Current | undefined) : undefined
