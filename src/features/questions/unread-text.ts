import { MAX_UNREAD_QUESTIONS } from './unread-contract.ts'

/** Returns the number of unread questions as text: `99+` from the limit on. */
export const unreadText = (count: number) =>
	count < MAX_UNREAD_QUESTIONS ? String(count) : `${MAX_UNREAD_QUESTIONS - 1}+`
