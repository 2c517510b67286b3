import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'
import { contentLinks as links, NO_START } from '#db/schema/platform/links.ts'
import { write } from '#db/write.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { contentLinks } from '#src/lib/text/content-links.ts'
import { env } from '../env/env.ts'
import type { OutboxWorker } from '../jobs/outbox.ts'
import { wake } from '../jobs/wake.ts'
import { enqueuePublish } from './publish-queue.ts'

type FromKind = Exclude<(typeof links.$inferSelect)['fromKind'], 'episode'>

type Statements = BatchItem<'sqlite'>[]

/** Returns the statements that replace a row's stored links. They do nothing if the stored text has changed. */
function linkStatements(kind: FromKind, id: string, text: string, isStored: SQL): Statements {
	const found = contentLinks(text, env().publicUrl).map(({ toKind, toId, start }) => ({
		...{ toKind, toId },
		startMs: start === null ? NO_START : start * 1000,
	}))
	const storedLinks = and(eq(links.fromKind, kind), eq(links.fromId, id), eq(links.origin, 'text'), isStored)
	if (found.length === 0) return [db().delete(links).where(storedLinks)]
	return [
		db().delete(links).where(storedLinks),
		db().run(sql`
			insert or ignore into ${links} (from_kind, from_id, to_kind, to_id, start_ms, origin)
			select ${kind}, ${id}, value ->> '$.toKind', value ->> '$.toId', value ->> '$.startMs', 'text'
			from json_each(${JSON.stringify(found)}) where ${isStored}`),
	]
}

/** The text columns of a table that may contain links. */
export interface LinkedTexts<Column extends string> {
	/**
	 * Returns the statements that replace a row's stored links. Add them to the `write` that stores the row's text, after
	 * the statement that stores it. If the row is deleted, foreign keys delete its links, and the trash restores them.
	 */
	links: (row: Record<Column | 'id', string>) => Statements
	/** Reads the text of the next `limit` rows after a cursor. */
	read: (after: unknown, limit: number) => Promise<Array<{ text: string; statements: () => Statements; at: unknown }>>
}

/**
 * Defines the columns of a table that may contain links.
 * @param cursor column that determines the order in which existing rows are indexed.
 */
export function linkedTexts<Column extends string>(
	kind: FromKind,
	table: SQLiteTable & { id: SQLiteColumn },
	columns: Record<Column, SQLiteColumn>,
	cursor = table.id,
): LinkedTexts<Column> {
	const names = Object.keys(columns) as Column[]
	const textOf = (row: Record<Column, string>) => names.map((name) => row[name]).join('\n')
	const statementsOf = (row: Record<Column | 'id', string>) => {
		const isSame = and(eq(table.id, row.id), ...names.map((name) => eq(columns[name], row[name])))
		return linkStatements(kind, row.id, textOf(row), sql`exists (select 1 from ${table} where ${isSame})`)
	}
	return {
		links: statementsOf,
		read: async (after, limit) => {
			const rows = await db()
				.select({ ...(columns as Record<string, SQLiteColumn>), id: table.id, at: cursor })
				.from(table)
				.where(after === undefined ? undefined : gt(cursor, after))
				.orderBy(asc(cursor))
				.limit(limit)
			return (rows as Array<Record<Column | 'id', string> & { at: unknown }>).map((row) => ({
				...{ text: textOf(row), at: row.at },
				statements: () => statementsOf(row),
			}))
		},
	}
}

export const copyLinks = (kind: FromKind, from: string, to: string, isCopied: SQL) =>
	db().run(sql`
		insert or ignore into ${links} (from_kind, from_id, to_kind, to_id, start_ms, origin)
		select from_kind, ${to}, to_kind, to_id, start_ms, origin from ${links}
		where from_kind = ${kind} and from_id = ${from} and ${isCopied}`)

/**
 * Returns statements that republish the episode pages to which the given sources link now. For a `write` that may
 * remove links. Pages of newly linked episodes are published with the course.
 * @param from condition on `content_links` that selects the sources.
 */
export async function publishLinked(from: SQL): Promise<BatchItem<'sqlite'>[]> {
	if (!hasFeature('podcast')) return []
	const rows = await db()
		.selectDistinct({ slug: links.toId })
		.from(links)
		.where(and(eq(links.toKind, 'episode'), from))
	return enqueuePublish(rows.map(({ slug }) => `/podcast/${slug}`))
}

/** Outbox kind of the migration that indexes existing links. */
export const CONTENT_LINKS_KIND = 'content-links'

/** Rows per read. Low, to avoid delaying requests. */
const BATCH_SIZE = 100

/** Indexes the links in all existing rows. Idempotent: after an interruption, it starts over. */
export const indexAllLinks =
	(kinds: ReadonlyArray<Pick<LinkedTexts<string>, 'read'>>): OutboxWorker =>
	async () => {
		for (const { read } of kinds) {
			for (let after: unknown; ; ) {
				const texts = await read(after, BATCH_SIZE)
				const withLinks = texts.filter(({ text }) => contentLinks(text, env().publicUrl).length > 0)
				if (withLinks.length > 0) await write(...withLinks.flatMap(({ statements }) => statements()))
				if (texts.length < BATCH_SIZE) break
				after = texts.at(-1)?.at
				await new Promise((resolve) => setImmediate(resolve))
			}
		}
		const pages = await publishLinked(sql`1`)
		if (pages.length > 0) await write(...pages)
		wake('publisher')
	}
