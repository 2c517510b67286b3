import { type AnySQLiteColumn, text } from 'drizzle-orm/sqlite-core'

/** Defines a reference to the row that this one belongs to, and is deleted with. */
export const childOf = <Name extends string>(name: Name, key: () => AnySQLiteColumn) =>
	text(name).notNull().references(key, { onDelete: 'cascade' })
