import { MAX_UNREAD_QUESTIONS } from './unread-contract.ts'

/** Formats the number of unread questions: `99+` at the limit and above. */
export const unreadText = (count: number) =>
	count < MAX_UNREAD_QUESTIONS ? String(count) : `${MAX_UNREAD_QUESTIONS - 1}+`
