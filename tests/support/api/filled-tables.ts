import { getTableColumns } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { episodes } from '#db/schema/podcast.ts'
import { users } from '#db/schema/users.ts'

const schema = import.meta.glob<Record<string, unknown>>('/db/schema/**/*.ts', { eager: true })

/** Every table of the schema. */
export const schemaTables = Object.values(schema)
	.flatMap((file) => Object.values(file).filter((value): value is SQLiteTable => value instanceof SQLiteTable))
	.map((table) => ({ table, ...getTableConfig(table) }))
type Config = (typeof schemaTables)[number]
type Column = Config['columns'][number]

/** Column names that are used only for ids of people. */
const PERSON = /^(?:\w+_)?(?:user|author|actor|member|owner|person|admin|sender|reader|teacher|host)_id$|_by$/

/** Returns the columns that refer to a person, recognized by foreign key or by name. */
export function columnsOfPeople({ columns, foreignKeys }: Config): string[] {
	const leading = foreignKeys
		.map((key) => key.reference())
		.filter(({ foreignTable }) => foreignTable === users)
		.flatMap(({ columns: from }) => from.map(({ name }) => name))
	return [...new Set([...leading, ...columns.map(({ name }) => name).filter((name) => PERSON.test(name))])]
}

/** Returns whether a column's value must appear in the export. */
export type IsTaken = (table: string, column: string) => boolean

let moment = Date.UTC(2031, 0, 1)
const nextMoment = () => {
	moment += 61_000
	return new Date(moment)
}

/** Text columns that contain JSON. */
const JSON_COLUMNS = ['answers', 'results', 'detail']

/** Returns a unique value and its exported form, or no form if it cannot be recognized, such as a boolean. */
function uniqueValue(place: string, column: Column): readonly [value: unknown, reads?: string] {
	if (column.enumValues?.length) return [column.enumValues.at(-1)]
	if (column.dataType === 'boolean') return [true]
	const at = nextMoment()
	if (column.dataType === 'date') return [at, at.toISOString()]
	if (column.dataType === 'number') return [Math.floor(at.getTime() / 1000)]
	// A custom column contains several short strings.
	if (column.dataType === 'custom') return [[place], place]
	return JSON_COLUMNS.includes(column.name) ? [JSON.stringify([place]), place] : [place, place]
}

/** Returns the referenced table of each column. */
const referencesOf = ({ foreignKeys }: Config) =>
	new Map(
		foreignKeys.flatMap((key) => {
			const { columns, foreignColumns, foreignTable } = key.reference()
			return columns.map((column, at) => [column.name, { table: foreignTable, column: foreignColumns[at] }] as const)
		}),
	)

type Stored = Record<string, unknown>

/** Polymorphic references, with the table that matches the row's type column. */
const POLYMORPHIC_REFERENCES: Readonly<Record<string, SQLiteTable>> = { 'content_links.from_id': episodes }

/** Values of columns with a check constraint. */
const CHECKED: Readonly<Record<string, Stored>> = {
	plans: { months: 12 },
	cle_activities: { minutes: 50 },
	coupons: { percent: 50, amountCents: null, most: null },
}

/** Returns the values of a row to insert, and the strings that must be found again. */
function rowFor(config: Config, made: ReadonlyMap<SQLiteTable, Stored>, person: string, tag: string, isTaken: IsTaken) {
	const references = referencesOf(config)
	const ofPeople = new Set(columnsOfPeople(config))
	if (config.table === audit) ofPeople.add('subject_id')
	const row: Stored = { ...CHECKED[config.name] }
	const reads: string[] = []
	const given = Object.entries(getTableColumns(config.table)).filter(
		([key, { generated }]) => generated === undefined && !(key in row),
	)
	for (const [key, column] of given) {
		const leads = references.get(column.name)
		const stands = POLYMORPHIC_REFERENCES[`${config.name}.${column.name}`]
		if (stands) row[key] = made.get(stands)?.id
		else if (leads?.table === config.table) row[key] = null
		else if (ofPeople.has(column.name)) row[key] = person
		else if (leads) row[key] = made.get(leads.table)?.[leads.column?.name ?? '']
		else if (!column.primary || column.dataType === 'string') {
			const [value, text] = uniqueValue(`${tag}:${config.name}.${column.name}`, column as Column)
			row[key] = value
			if (text && isTaken(config.name, column.name)) reads.push(text)
		}
	}
	return { row, reads }
}

/** Removes and returns the next table whose references can be satisfied. */
function takeNext(waiting: Config[], made: ReadonlyMap<SQLiteTable, Stored>): Config {
	const isReady = ({ table, foreignKeys }: Config) =>
		foreignKeys.map((key) => key.reference().foreignTable).every((other) => other === table || made.has(other))
	const [config] = waiting.splice(waiting.findIndex(isReady), 1)
	if (!config || !isReady(config)) throw new Error('The schema has circular references')
	return config
}

/**
 * Inserts a row of this person into every table of the schema. Each string contains `tag`, its table and its column.
 * @returns the strings of new rows that must be found again.
 */
export async function fillFor(person: string, tag: string, isTaken: IsTaken): Promise<string[]> {
	const made = new Map<SQLiteTable, Stored>([[users, { id: person }]])
	const waiting = schemaTables.filter(({ table }) => table !== users)
	const found: string[] = []
	while (waiting.length > 0) {
		const config = takeNext(waiting, made)
		const { row, reads } = rowFor(config, made, person, tag, isTaken)
		const [back] = await db().insert(config.table).values(row).onConflictDoNothing().returning()
		const columns = Object.entries(getTableColumns(config.table))
		made.set(config.table, Object.fromEntries(columns.map(([key, { name }]) => [name, (back as Stored)?.[key]])))
		if (back) found.push(...reads)
	}
	return found
}
