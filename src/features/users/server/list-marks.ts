import { type Columns, plain } from './list-columns.ts'

// Programs that mail to many export whom they may not or cannot mail along with everybody else.

/** Values that say so in any column: `Unsubscribed`, `Hard bounce`, `Cleaned`. */
const MARK =
	/^((un|non) ?subscribed?|opt(ed)? ?out|(hard |soft )?bounced?|cleaned|suppressed|(spam )?complain(t|ed)|abuse|spam|do not (e ?mail|mail|contact|disturb)|undeliverable|block(ed|listed)|blacklisted)( (by|from|due|on|at)\b.*)?$/
/** Headings of columns that say it by a yes, a date or a count. */
const NO_MAIL =
	/^(?!.*(link|url)\b).*(unsub(scribe|$| )|opt(ed)? ?out|bounce|do not (e ?mail|mail|contact)|suppress|complain)/
/** Headings of columns that say it by a no. */
const MAIL =
	/^((e ?mail |marketing |newsletter )?(subscribed|subscription( status)?|opt(ed)? ?in|permission|consent)|accepts (e ?mail )?marketing)( status)?$/
const NO = /^(0|no|n|false|never|none|null|off)$/

/** What makes a column's value say that somebody is not to be mailed; undefined where it does not. */
function markOf(heading: string, value: string): string | undefined {
	const [name, said] = [plain(heading), plain(value)]
	if (said === '') return undefined
	const isMarked = MARK.test(said) || (NO_MAIL.test(name) && !NO.test(said)) || (MAIL.test(name) && NO.test(said))
	return isMarked ? `${heading || 'a column without heading'}: ${value.slice(0, 60)}` : undefined
}

/** Finds by which column a list says of somebody that they asked for no mail, or that none arrives. */
export function marksIn(headings: readonly string[], columns: Columns) {
	const taken = new Set(Object.values(columns))
	const others = headings.flatMap((heading, at) => (taken.has(at) ? [] : [[heading, at] as const]))
	return (values: readonly string[]): string | undefined => {
		for (const [heading, at] of others) {
			const mark = markOf(heading, values[at] ?? '')
			if (mark !== undefined) return mark
		}
		return undefined
	}
}
