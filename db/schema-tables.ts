import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as applications from './schema/applications.ts'
import * as attendance from './schema/attendance.ts'
import * as audit from './schema/audit.ts'
import * as auth from './schema/auth.ts'
import * as cle from './schema/cle.ts'
import * as coaching from './schema/coaching.ts'
import * as courseStatistics from './schema/course-statistics.ts'
import * as courses from './schema/courses.ts'
import * as trash from './schema/deletions.ts'
import * as discussion from './schema/discussion.ts'
import * as dues from './schema/dues.ts'
import * as emailChanges from './schema/email-changes.ts'
import * as mailings from './schema/mailings.ts'
import * as media from './schema/media.ts'
import * as members from './schema/members.ts'
import * as modules from './schema/modules.ts'
import * as notifications from './schema/notifications.ts'
import * as links from './schema/platform/links.ts'
import * as operations from './schema/platform/operations.ts'
import * as podcast from './schema/podcast.ts'
import * as questions from './schema/questions.ts'
import * as reports from './schema/reports.ts'
import * as search from './schema/search.ts'
import * as security from './schema/security.ts'
import * as settings from './schema/settings.ts'
import * as users from './schema/users.ts'

// The tables of the schema and their references, as data.

const files = [
	applications,
	attendance,
	audit,
	auth,
	cle,
	coaching,
	courseStatistics,
	courses,
	trash,
	discussion,
	dues,
	emailChanges,
	links,
	mailings,
	media,
	members,
	modules,
	notifications,
	operations,
	podcast,
	questions,
	reports,
	search,
	security,
	settings,
	users,
]

export interface Reference {
	columns: readonly string[]
	to: string
	toColumns: readonly string[]
	onDelete: string | undefined
}

export interface Table {
	name: string
	columns: readonly string[]
	/** Generated columns, which cannot be written. */
	computed: readonly string[]
	key: readonly string[]
	references: readonly Reference[]
}

function tableOf(drizzleTable: SQLiteTable): Table {
	const { name, columns, primaryKeys, foreignKeys } = getTableConfig(drizzleTable)
	const ownKey = columns.filter((column) => column.primary).map((column) => column.name)
	return {
		name,
		columns: columns.map((column) => column.name),
		computed: columns.filter(({ generated }) => generated !== undefined).map((column) => column.name),
		key: ownKey.length > 0 ? ownKey : (primaryKeys[0]?.columns.map((column) => column.name) ?? []),
		references: foreignKeys.map((foreignKey) => {
			const reference = foreignKey.reference()
			return {
				columns: reference.columns.map((column) => column.name),
				to: getTableConfig(reference.foreignTable).name,
				toColumns: reference.foreignColumns.map((column) => column.name),
				onDelete: foreignKey.onDelete,
			}
		}),
	}
}

/** All tables in dependency order: each after the tables that it refers to. */
export const tables: readonly Table[] = (() => {
	const unsorted = files
		.flatMap((file) => Object.values<unknown>(file))
		.filter((value): value is SQLiteTable => value instanceof SQLiteTable)
		.map(tableOf)
	const sorted: Table[] = []
	while (unsorted.length > 0) {
		const isKnown = (name: string) => sorted.some((table) => table.name === name)
		const at = unsorted.findIndex(({ name, references }) => references.every(({ to }) => to === name || isKnown(to)))
		if (at < 0) throw new Error('The references of the schema are circular')
		sorted.push(...unsorted.splice(at, 1))
	}
	return sorted
})()
