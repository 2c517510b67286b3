import { MAX_NEW, type Question } from '../contract.ts'

/** "3 new" */
export const newWords = (count: number) => (count < MAX_NEW ? `${count} new` : `${MAX_NEW - 1}+ new`)

/** What was new to the reader when they opened the question: it stays so while they read. */
export type NewSince = Pick<Question, 'newCount' | 'firstNewId'>

/** Leads to the first of the new comments, on whatever page of them it is. */
export function NewLink({ newCount }: NewSince) {
	if (newCount === 0) return null
	return (
		<a className="new-link" href="#new">
			{newWords(newCount)}
		</a>
	)
}

/** Stands before the first new comment. A heading: who reads by ear finds it by their list of headings, too. */
export function NewDivider() {
	return (
		<h3 id="new" tabIndex={-1} className="new-divider">
			New since your last visit
		</h3>
	)
}
