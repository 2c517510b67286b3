import { createHmac } from 'node:crypto'
import { requiredMs } from '../watched.ts'

/** Letters and digits that are hard to confuse: no 0, O, 1, I or L. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const CODE_LENGTH = 4
/** Wrong tries until an admin has to review an attendance. */
export const MAX_TRIES = 5

/** A time at which a member is asked for a code. */
export interface Prompt {
	/** Watched time, in milliseconds, after which the code is asked for. */
	atMs: number
	/** When the code was entered; null until then. */
	enteredAt: number | null
}

/** Returns the code of a prompt. It is derived from the attendance's seed, so members get different codes. */
export function codeOf(seed: string, index: number): string {
	const digest = createHmac('sha256', seed).update(`code ${index}`).digest()
	// Four bytes per letter make the bias of the remainder negligible.
	return Array.from(
		{ length: CODE_LENGTH },
		(_, at) => LETTERS[digest.readUInt32BE(at * 4) % LETTERS.length] ?? '',
	).join('')
}

/** Returns the index of the prompt that is waiting for its code; undefined if there is none. */
export function openPrompt(prompts: readonly Prompt[], watchedMs: number, lengthMs: number): number | undefined {
	// A prompt at the very end is due once the required part has been watched.
	const index = prompts.findIndex(
		({ atMs, enteredAt }) => enteredAt === null && watchedMs >= Math.min(atMs, requiredMs(lengthMs)),
	)
	return index < 0 ? undefined : index
}

/** Returns the prompts after a code was entered. */
export const promptsWith = (prompts: readonly Prompt[], index: number, enteredAt: number): Prompt[] =>
	prompts.map((prompt, at) => (at === index ? { ...prompt, enteredAt } : prompt))

/** Normalizes a typed code: uppercase, without spaces and hyphens. */
export const readCode = (typed: string): string => typed.toUpperCase().replaceAll(/[\s-]/g, '')
