import type { Table } from '#db/copy/tables.ts'
import { tables } from '#db/schema-tables.ts'
import { COUNTED_BY_TRIGGERS } from '#db/trash-rows.ts'

/**
 * Tables left out of an export, each with the reason. All other tables of the schema are exported; a test requires a
 * decision on new tables (tests/api/operations/data-tables.test.ts).
 */
export const EXCLUDED_TABLES: Readonly<Record<string, string>> = {
	auth_sessions: 'sign-ins: everybody signs in again',
	password_resets: 'single-use links, valid for an hour',
	email_changes: 'tokens of links in sent mails',
	pre_sessions: 'steps of sign-ins, valid for minutes',
	trusted_devices: 'trusted browsers: everybody signs in again',
	factor_resets: 'pending for a day: an admin asks again',
	calendar_subscriptions: 'tokens of private URLs: members create new ones',
	unsubscribe_tokens: 'tokens of links in sent mails',
	payment_events: 'events of the payment provider: it sends them again',
	captcha_uses: 'used answers, until they expire',
	rate_limits: 'attempt counters of a few minutes',
	leases: 'work of running processes',
	nodes: 'running processes',
	outbox: 'pending mails and calls, with links and first passwords: the old site sends them',
	pending_notices: 'comments waiting for a mail: the old site sends it',
	notification_rounds: 'pending notifications: the old site delivers them',
	publish_events: 'queue of changed pages: the next start compares all pages',
	user_counts: 'counted by triggers',
	user_search_rows: 'the index of members, which triggers write',
	post_counts: 'counted by triggers',
	course_list_state: 'version of the course list, set by triggers',
	course_figures: 'computed by the statistics job',
	stale_figures: 'queue of the statistics job, written by triggers',
	library_parts: 'search index, built by its job',
	club_parts: 'search index, built by its job',
	search_words: 'search vocabulary, counted by its job',
	search_work: 'queue of the search job, written by triggers',
	gone_parts: 'removals for the search job, written by triggers',
	search_state: 'progress of the search job, which starts over',
}

/** Tables exported only on request: second-factor credentials. Authenticator app keys are sealed with SECRET_KEY. */
const CREDENTIAL_TABLES = ['totp_secrets', 'recovery_codes', 'passkeys']

/** Columns exported only on request: password hashes, and the birthday, which no one at the club sees. */
const PRIVATE_COLUMNS: Readonly<Record<string, readonly string[]>> = {
	users: ['password_hash'],
	cle_admissions: ['birthday'],
}

/** Returns the columns of a table that are exported only on request. */
export const privateColumnsOf = (name: string): readonly string[] => PRIVATE_COLUMNS[name] ?? []

/** Returns whether an export contains a table's rows, including its deleted rows. */
export const isExported = (name: string, withCredentials: boolean) =>
	!Object.hasOwn(EXCLUDED_TABLES, name) && (withCredentials || !CREDENTIAL_TABLES.includes(name))

/** Returns the tables of an export with their keys, each after those it references, without computed columns. */
export function exportedTables(withCredentials: boolean): Table[] {
	return tables
		.filter(({ name }) => isExported(name, withCredentials))
		.map(({ name, columns, computed, key }) => {
			const excluded = [
				...computed,
				...(COUNTED_BY_TRIGGERS[name] ?? []),
				...(withCredentials ? [] : privateColumnsOf(name)),
			]
			const exported = columns.filter((column) => !excluded.includes(column))
			return { name, columns: exported, key: key.map((column) => exported.indexOf(column)), isShadow: false }
		})
}
