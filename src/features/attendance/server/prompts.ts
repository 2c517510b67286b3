import { createHmac } from 'node:crypto'
import { requiredMs } from '../watched.ts'

/** Letters and digits that are not confused with others: no 0, O, 1, I or L. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const CODE_LENGTH = 4
/** Wrong tries until an admin has to look at an attendance. */
export const MAX_TRIES = 5

/** A time at which a member is asked for a code. */
export interface Prompt {
	/** Milliseconds of the programme that must have been watched. */
	atMs: number
	/** When the code was entered; null until then. */
	enteredAt: number | null
}

/** Returns the code of a prompt. It follows from the attendance's seed, so each member's codes are their own. */
export function codeOf(seed: string, index: number): string {
	const digest = createHmac('sha256', seed).update(`code ${index}`).digest()
	// Four bytes a letter: the remainder favors no letter that anyone could notice.
	return Array.from(
		{ length: CODE_LENGTH },
		(_, at) => LETTERS[digest.readUInt32BE(at * 4) % LETTERS.length] ?? '',
	).join('')
}

/** Returns the index of the prompt that waits for its code; undefined if none does. */
export function openPrompt(prompts: readonly Prompt[], watchedMs: number, lengthMs: number): number | undefined {
	// One at the very end is due as soon as nothing more must be watched.
	const index = prompts.findIndex(
		({ atMs, enteredAt }) => enteredAt === null && watchedMs >= Math.min(atMs, requiredMs(lengthMs)),
	)
	return index < 0 ? undefined : index
}

/** Returns the prompts after a code was entered. */
export const promptsWith = (prompts: readonly Prompt[], index: number, enteredAt: number): Prompt[] =>
	prompts.map((prompt, at) => (at === index ? { ...prompt, enteredAt } : prompt))

/** Normalizes a code as typed: capitals, without spaces and hyphens. */
export const readCode = (typed: string): string => typed.toUpperCase().replaceAll(/[\s-]/g, '')
