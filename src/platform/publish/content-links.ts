import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db } from '#db/client.ts'
import { contentLinks as links, NO_START } from '#db/schema/links.ts'
import { write } from '#db/write.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { contentLinks } from '#src/lib/text/content-links.ts'
import { env } from '../env/env.ts'
import type { OutboxWorker } from '../jobs/outbox.ts'
import { wake } from '../jobs/wake.ts'
import { enqueuePublish } from './publish-queue.ts'

type FromKind = Exclude<(typeof links.$inferSelect)['fromKind'], 'episode'>

/** A text that may hold links to episodes and courses. */
export interface LinkSource {
	kind: FromKind
	id: string
	text: string
	/** That this very text is what stands there, as a condition: the links of any other are left as they are. */
	isStored: SQL
}

/**
 * The statements that keep what a text links, in place of what it linked before: for the `write` that stores it, behind
 * the statement that does. Deletions and their way back go by the foreign keys of the table.
 */
export function linkStatements({ kind, id, text, isStored }: LinkSource): BatchItem<'sqlite'>[] {
	const found = contentLinks(text, env().publicUrl).map(({ toKind, toId, start }) => ({
		...{ toKind, toId },
		startMs: start === null ? NO_START : start * 1000,
	}))
	return [
		db()
			.delete(links)
			.where(and(eq(links.fromKind, kind), eq(links.fromId, id), eq(links.origin, 'text'), isStored)),
		...(found.length === 0
			? []
			: [
					db().run(sql`
						insert or ignore into content_links (from_kind, from_id, to_kind, to_id, start_ms, origin)
						select ${kind}, ${id}, value ->> '$.toKind', value ->> '$.toId', value ->> '$.startMs', 'text'
						from json_each(${JSON.stringify(found)}) where ${isStored}`),
				]),
	]
}

/** The statement that gives a copy the links of what it was copied from, where the copy is there. */
export const copyLinks = (kind: FromKind, from: string, to: string, isThere: SQL) =>
	db().run(sql`
		insert or ignore into content_links (from_kind, from_id, to_kind, to_id, start_ms, origin)
		select from_kind, ${to}, to_kind, to_id, start_ms, origin from content_links
		where from_kind = ${kind} and from_id = ${from} and ${isThere}`)

/**
 * Statements that publish anew the pages of episodes that these link now: for the `write` after which they may link them
 * no more. Those that they link then change with the page of the course.
 * @param from the condition on the rows of `content_links`.
 */
export async function publishLinked(from: SQL): Promise<BatchItem<'sqlite'>[]> {
	if (!hasFeature('podcast')) return []
	const rows = await db()
		.selectDistinct({ slug: links.toId })
		.from(links)
		.where(and(eq(links.toKind, 'episode'), from))
	return enqueuePublish(rows.map(({ slug }) => `/podcast/${slug}`))
}

/** The work of a migration: what was there before links were kept. */
export const CONTENT_LINKS_KIND = 'content-links'

/** The texts of one kind after a place in their order, so many at most; a feature offers those of its own. */
export type LinkSources = (
	after: string | number | undefined,
	limit: number,
) => Promise<Array<LinkSource & { place: string | number }>>

/** Texts that are read at once: few enough that no request waits for it. */
const SLICE = 100

/** Keeps the links of every text that was there before. What is interrupted begins anew, and writes the same. */
export const keepAllLinks =
	(kinds: readonly LinkSources[]): OutboxWorker =>
	async () => {
		for (const sources of kinds) {
			for (let after: string | number | undefined; ; ) {
				const texts = await sources(after, SLICE)
				const held = texts.filter(({ text }) => contentLinks(text, env().publicUrl).length > 0)
				if (held.length > 0) await write(...held.flatMap(linkStatements))
				if (texts.length < SLICE) break
				after = texts.at(-1)?.place
				await new Promise((resolve) => setImmediate(resolve))
			}
		}
		const pages = await publishLinked(sql`1`)
		if (pages.length > 0) await write(...pages)
		wake('publisher')
	}
