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

export interface LinkSource {
	kind: FromKind
	id: string
	text: string
	/** Condition that this text is the stored one; otherwise its links are not changed. */
	isStored: SQL
}

/**
 * Returns the statements that replace the stored links of a text. Add them to the `write` that stores it, after its
 * statement. Foreign keys handle deletions; the trash restores links.
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
						insert or ignore into ${links} (from_kind, from_id, to_kind, to_id, start_ms, origin)
						select ${kind}, ${id}, value ->> '$.toKind', value ->> '$.toId', value ->> '$.startMs', 'text'
						from json_each(${JSON.stringify(found)}) where ${isStored}`),
				]),
	]
}

export const copyLinks = (kind: FromKind, from: string, to: string, isThere: SQL) =>
	db().run(sql`
		insert or ignore into ${links} (from_kind, from_id, to_kind, to_id, start_ms, origin)
		select from_kind, ${to}, to_kind, to_id, start_ms, origin from ${links}
		where from_kind = ${kind} and from_id = ${from} and ${isThere}`)

/**
 * Returns statements that republish the episode pages linked from these sources now. For a `write` that may remove
 * links; pages of newly linked episodes are published with the course.
 * @param from condition on `content_links`.
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

/** Returns the next texts of one kind after a cursor; provided by each feature. */
export type LinkSources = (
	after: string | number | undefined,
	limit: number,
) => Promise<Array<LinkSource & { place: string | number }>>

/** Texts per read: few enough not to delay requests. */
const SLICE = 100

/** Indexes the links of all existing texts. Idempotent: it starts over after an interruption. */
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
