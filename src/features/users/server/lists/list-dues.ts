import { clubDay } from '#src/lib/dates/club-day.ts'
import { parseDay } from '#src/lib/dates/day-in.ts'
import { ALWAYS, LAST_DAY } from '#src/lib/dues/standing.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { lineOf } from '#src/lib/text/line-of.ts'
import { DUES_FIELDS } from '../../import-contract.ts'
import type { Columns } from './list-columns.ts'
import type { Line } from './list-table.ts'

// Reads dues from a list. An unreadable value is an error in its row: guessing or ignoring it would charge someone the
// wrong amount.

export interface ListedDues {
	/** Last paid day. */
	paidThrough: string | null
	/** Last day without dues. */
	complimentaryUntil: string | null
	customerId: string | null
}

export const NO_DUES: ListedDues = { paidThrough: null, complimentaryUntil: null, customerId: null }

const CUSTOMER = /^cus_[A-Za-z0-9]{4,60}$/
const YES = /^(yes|y|true|1|x|comp(ed|limentary)?|free|always|forever|lifetime)$/i
const NO = /^(no|n|false|0|-|none)?$/i

/** Parses a day, including seconds or milliseconds since 1970. */
function paidDayIn(text: string): string | null {
	if (/^\d{10}$/.test(text)) return clubDay(Number(text) * 1_000)
	return /^\d{13}$/.test(text) ? clubDay(Number(text)) : parseDay(text)
}

const quoted = (text: string) => `“${text.slice(0, 60)}”`

/** Parses the dues in a line. `fault` is '' if there is none. */
export function duesOf({ values }: Line, columns: Columns): ListedDues & { fault: string } {
	const cell = (field: keyof Columns) => lineOf(values[columns[field] ?? -1] ?? '')
	const [paid, complimentary, customer] = [cell('paidThrough'), cell('complimentary'), cell('customerId')]
	const paidDay = paidDayIn(paid)
	const paidThrough = paidDay !== null && paidDay > LAST_DAY ? null : paidDay
	const complimentaryDay = paidDayIn(complimentary)
	// Some products write a day in the year 9999 for "forever".
	const isAlways = YES.test(complimentary) || (complimentaryDay !== null && complimentaryDay > LAST_DAY)
	const complimentaryUntil = isAlways ? ALWAYS : complimentaryDay
	const customerId = CUSTOMER.test(customer) ? customer : null
	const faults = [
		paid !== '' && paidThrough === null && `the paid-until date ${quoted(paid)} cannot be read`,
		!NO.test(complimentary) &&
			complimentaryUntil === null &&
			`complimentary ${quoted(complimentary)} is not yes, no or a date`,
		customer !== '' && customerId === null && `the Stripe customer ${quoted(customer)} does not begin with cus_`,
	]
	return { paidThrough, complimentaryUntil, customerId, fault: faults.find((fault) => fault !== false) ?? '' }
}

/** Removes the dues columns unless the club collects dues, and adds a missing customer id column. */
export function withDues(columns: Columns, lines: readonly Line[]): Columns {
	const isShown = ([field]: [string, unknown]) => hasFeature('dues') || !DUES_FIELDS.some((one) => one === field)
	const shown = Object.fromEntries(Object.entries(columns).filter(isShown)) as Columns
	if (!hasFeature('dues') || shown.customerId !== undefined) return shown
	// Stripe's exports name this column `id`, so find it by its values.
	const customerId = lines[0]?.values.findIndex((value) => CUSTOMER.test(lineOf(value))) ?? -1
	return customerId < 0 ? shown : { ...shown, customerId }
}
