import { getTableColumns } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { episodes } from '#db/schema/podcast.ts'
import { users } from '#db/schema/users.ts'

const schema = import.meta.glob<Record<string, unknown>>('/db/schema/*.ts', { eager: true })

/** Every table of the schema. */
export const schemaTables = Object.values(schema)
	.flatMap((file) => Object.values(file).filter((value): value is SQLiteTable => value instanceof SQLiteTable))
	.map((table) => ({ table, ...getTableConfig(table) }))
type Config = (typeof schemaTables)[number]
type Column = Config['columns'][number]

/** Names that only a column with the id of a person has. */
const PERSON = /^(?:\w+_)?(?:user|author|actor|member|owner|person|admin|sender|reader|teacher|host)_id$|_by$/

/** Columns with a person in them, by where they lead or by their name. */
export function columnsOfPeople({ columns, foreignKeys }: Config): string[] {
	const leading = foreignKeys
		.map((key) => key.reference())
		.filter(({ foreignTable }) => foreignTable === users)
		.flatMap(({ columns: from }) => from.map(({ name }) => name))
	return [...new Set([...leading, ...columns.map(({ name }) => name).filter((name) => PERSON.test(name))])]
}

/** Whether something is to be found again that stands in this column. */
export type IsTaken = (table: string, column: string) => boolean

let moment = Date.UTC(2031, 0, 1)
const nextMoment = () => {
	moment += 61_000
	return new Date(moment)
}

/** Text columns that hold JSON. */
const JSON_COLUMNS = ['answers', 'results', 'detail']

/** What nothing else has, and how it reads in a file; undefined where it says nothing of its own, as a yes or no. */
function uniqueValue(place: string, column: Column): readonly [value: unknown, reads?: string] {
	if (column.enumValues?.length) return [column.enumValues.at(-1)]
	if (column.dataType === 'boolean') return [true]
	const at = nextMoment()
	if (column.dataType === 'date') return [at, at.toISOString()]
	if (column.dataType === 'number') return [Math.floor(at.getTime() / 1000)]
	return JSON_COLUMNS.includes(column.name) ? [JSON.stringify([place]), place] : [place, place]
}

/** Where each column that leads to another table leads. */
const referencesOf = ({ foreignKeys }: Config) =>
	new Map(
		foreignKeys.flatMap((key) => {
			const { columns, foreignColumns, foreignTable } = key.reference()
			return columns.map((column, at) => [column.name, { table: foreignTable, column: foreignColumns[at] }] as const)
		}),
	)

type Stored = Record<string, unknown>

/** Columns that lead to one of several tables: to which, for the value that stands in the column beside it. */
const STANDS_FOR: Readonly<Record<string, SQLiteTable>> = { 'content_links.from_id': episodes }

/** One row of a table: what to insert, and what of it is to be found again. */
function rowFor(config: Config, made: ReadonlyMap<SQLiteTable, Stored>, person: string, tag: string, isTaken: IsTaken) {
	const references = referencesOf(config)
	const ofPeople = new Set(columnsOfPeople(config))
	if (config.table === audit) ofPeople.add('subject_id')
	const row: Stored = {}
	const reads: string[] = []
	for (const [key, column] of Object.entries(getTableColumns(config.table))) {
		const leads = references.get(column.name)
		const stands = STANDS_FOR[`${config.name}.${column.name}`]
		if (column.generated !== undefined) continue
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

/** The next table whose references lead to what is there. */
function takeNext(waiting: Config[], made: ReadonlyMap<SQLiteTable, Stored>): Config {
	const isReady = ({ table, foreignKeys }: Config) =>
		foreignKeys.map((key) => key.reference().foreignTable).every((other) => other === table || made.has(other))
	const [config] = waiting.splice(waiting.findIndex(isReady), 1)
	if (!config || !isReady(config)) throw new Error('The references of the schema lead in a circle')
	return config
}

/**
 * Writes a row into every table of the schema, all of one person; each text of it has `tag`, its table and its column.
 * @returns what is to be found again, of the rows that were new.
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
