import { type Columns, normalizeHeading } from './list-columns.ts'

// Newsletter tools include unsubscribed and undeliverable people in their exports.

/** Values that mark a person as unsubscribed or undeliverable in any column: `Hard bounce`, `Cleaned`. */
const MARKED_VALUE =
	/^((un|non|never) ?subscribe[dr]?|opt(ed)? ?out|(hard |soft )?bounced?|cleaned|suppressed|cancell?ed|(spam )?complain(t|ed)|abuse|spam|junk|do not (e ?mail|mail|contact|disturb)|undeliverable|block(ed|listed)|blacklisted|abgemeldet|abbestellt|uitgeschreven|desabonnee?|desinscrite?|(dado de )?baja|disiscritt[oa])( (by|from|due|on|at)\b.*)?$/
/** Headings of columns in which a yes, a date or a count marks a person as unsubscribed or undeliverable. */
const OPT_OUT_HEADING =
	/^(?!.*(link|url)\b).*(unsub(scribe|$| )|opt(ed)? ?out|bounce|do not (e ?mail|mail|contact)|suppress|complain|blacklist|\bclean(ed)?\b|mail (disabled|blocked|quarantined))/
/** Headings of columns in which a no marks a person as unsubscribed. */
const OPT_IN_HEADING =
	/^((e ?mail |marketing |newsletter )?(subscribed( to (e ?mails?|newsletters?))?|subscription( status)?|opt(ed)? ?in|permission|consent)|accepts (e ?mail )?marketing)( status)?$/
const NO = /^(0|no|n|false|never|none|null|off)$/

/** Returns the label if a column's value means unsubscribed or undeliverable. */
function markOf(heading: string, value: string): string | undefined {
	const [name, normalized] = [normalizeHeading(heading), normalizeHeading(value)]
	if (normalized === '') return undefined
	const isNo = NO.test(normalized)
	const isMarked =
		MARKED_VALUE.test(normalized) || (OPT_OUT_HEADING.test(name) && !isNo) || (OPT_IN_HEADING.test(name) && isNo)
	return isMarked ? `${heading || 'a column without heading'}: ${value.slice(0, 60)}` : undefined
}

/** Returns a function that finds the value marking a person as unsubscribed or undeliverable, and returns its label. */
export function marksIn(headings: readonly string[], columns: Columns) {
	// Label columns are checked too, because a label can be `Unsubscribed`.
	const { labels: _, ...personColumns } = columns
	const taken = new Set(Object.values(personColumns))
	const others = headings.flatMap((heading, at) => (taken.has(at) ? [] : [[heading, at] as const]))
	return (values: readonly string[]): string | undefined => {
		for (const [heading, at] of others) {
			const mark = markOf(heading, values[at] ?? '')
			if (mark !== undefined) return mark
		}
		return undefined
	}
}
