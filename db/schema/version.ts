import { integer } from 'drizzle-orm/sqlite-core'

/**
 * How often what people edit was changed, for the one rule when two do (docs/decisions/022-concurrent-edits.md).
 * It moves with what the form shows and with nothing else: a course keeps its own when a module of it is edited, an
 * account when its owner chooses another password.
 */
export const version = () => integer('version').notNull().default(1)
