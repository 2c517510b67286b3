import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Contract } from '#src/lib/api/contract.ts'
import type { Principal } from '#tests/support/api/api.ts'

/** An editable kind, with functions that create and edit an item. */
export interface Kind {
	contract: Contract
	table: SQLiteTable & { id: SQLiteColumn }
	as: () => Principal
	make: () => Promise<Record<string, string>>
	change: (text: string) => Record<string, unknown>
	/** Parameter with the row's id. */
	key?: string
}
