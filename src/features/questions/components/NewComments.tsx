import { MAX_NEW, type Question } from '../contract.ts'

/** Returns a label such as "3 new". */
export const newLabel = (count: number) => (count < MAX_NEW ? `${count} new` : `${MAX_NEW - 1}+ new`)

/** The comments that were new when the viewer opened the question. They do not change during the visit. */
export type NewSince = Pick<Question, 'newCount' | 'firstNewId'>

/** Links to the first new comment, on any page. */
export function NewLink({ newCount }: NewSince) {
	if (newCount === 0) return null
	return (
		<a className="new-link" href="#new">
			{newLabel(newCount)}
		</a>
	)
}

/** Shows a divider above the first new comment: a heading, so screen readers list it among the headings. */
export function NewDivider() {
	return (
		<h3 id="new" tabIndex={-1} className="new-divider">
			New since your last visit
		</h3>
	)
}
