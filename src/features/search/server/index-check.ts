import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { removedParts } from '#db/schema/search.ts'
import { yieldToEventLoop } from '#src/platform/jobs/yield-to-event-loop.ts'
import { log } from '#src/platform/log.ts'
import type { PartSource, SearchAudience, SearchSources } from '#src/platform/search/search-source.ts'
import { STRETCH } from '#src/platform/search/search-stretch.ts'
import { isCurrent } from './gone-parts.ts'
import { enqueueIndexing, INDEXES, TABLES } from './part-rows.ts'

const ITEMS_PER_SLICE = 100
const ROWS_PER_SLICE = 2_000

/** Must match the triggers. */
const tagsWithWindow = sql.raw(`tags || ' w' || (seq / ${STRETCH})`)

async function indexedOf(
	audience: SearchAudience,
	kind: PartSource['kind'],
	ids: readonly string[],
): Promise<Set<string>> {
	const table = TABLES[audience]
	const rows = await db()
		.selectDistinct({ id: table.sourceId })
		.from(table)
		.where(and(eq(table.sourceKind, kind), inArray(table.sourceId, [...ids]), isCurrent(audience)))
	return new Set(rows.map(({ id }) => id))
}

/** Finds items that are missing from the index, or indexed for the wrong audience. */
async function findMissing(source: PartSource, signal: AbortSignal): Promise<string[]> {
	const missing: string[] = []
	for (let after: string | undefined; !signal.aborted; ) {
		const ids = await source.idsAfter(after, ITEMS_PER_SLICE)
		after = ids.at(-1)
		if (after === undefined) break
		const audiences = await source.audiencesOf(ids)
		for (const audience of ['public', 'members'] as const) {
			const wanted = ids.filter((id) => audiences.get(id) === audience)
			const has = await indexedOf(audience, source.kind, wanted)
			missing.push(...wanted.filter((id) => !has.has(id)))
		}
		await yieldToEventLoop()
	}
	return missing
}

/** Finds indexed items that should not be. */
async function findOrphans(source: PartSource, audience: SearchAudience, signal: AbortSignal): Promise<string[]> {
	const table = TABLES[audience]
	const orphans: string[] = []
	for (let after = ''; !signal.aborted; ) {
		const rows = await db()
			.selectDistinct({ id: table.sourceId })
			.from(table)
			.where(and(eq(table.sourceKind, source.kind), gt(table.sourceId, after)))
			.orderBy(asc(table.sourceId))
			.limit(ITEMS_PER_SLICE)
		const last = rows.at(-1)
		if (!last) break
		after = last.id
		const audiences = await source.audiencesOf(rows.map(({ id }) => id))
		orphans.push(...rows.filter(({ id }) => audiences.get(id) !== audience).map(({ id }) => id))
		await yieldToEventLoop()
	}
	return orphans
}

/** Finds and repairs rows that are only in the index or only in its table. */
async function compareRows(audience: SearchAudience, signal: AbortSignal): Promise<number> {
	const table = TABLES[audience]
	const index = sql.raw(INDEXES[audience])
	const rows = sql.raw(`${INDEXES[audience]}_docsize`)
	const [last] = await db().all<{ seq: number }>(
		sql`select max(coalesce((select max(seq) from ${table}), 0), coalesce((select max(id) from ${rows}), 0)) as seq`,
	)
	let differing = 0
	for (let after = 0; after < (last?.seq ?? 0) && !signal.aborted; after += ROWS_PER_SLICE) {
		const lost = await db().all<{
			seq: number
		}>(sql`select seq from ${table} where seq > ${after} and seq <= ${after + ROWS_PER_SLICE}
			and seq not in (select id from ${rows} where id > ${after} and id <= ${after + ROWS_PER_SLICE})`)
		const left = await db().all<{ seq: number }>(sql`select id as seq from ${rows} where id > ${after}
			and id <= ${after + ROWS_PER_SLICE}
			and id not in (select seq from ${table} where seq > ${after} and seq <= ${after + ROWS_PER_SLICE})`)
		for (const { seq } of lost)
			await db().run(sql`insert into ${index} (rowid, heading, text, tags)
				select seq, heading, text || ' ' || joined_words, ${tagsWithWindow} from ${table} where seq = ${seq}`)
		for (const { seq } of left) await db().run(sql`delete from ${index} where rowid = ${seq}`)
		differing += lost.length + left.length
		await yieldToEventLoop()
	}
	return differing
}

/** Requeues removed parts that are not in the queue, for example after an upgrade. */
async function requeueRemoved(kind: PartSource['kind']): Promise<void> {
	const rows = await db()
		.selectDistinct({ id: removedParts.sourceId })
		.from(removedParts)
		.where(eq(removedParts.sourceKind, kind))
	if (rows.length > 0)
		await enqueueIndexing(
			kind,
			rows.map(({ id }) => id),
		)
}

/** Compares the index with the content, logs differences without any words, and reindexes them. */
export async function compareIndex({ parts }: SearchSources, signal: AbortSignal): Promise<void> {
	for (const source of parts) {
		await requeueRemoved(source.kind)
		const missing = await findMissing(source, signal)
		const orphans = [
			...(await findOrphans(source, 'public', signal)),
			...(await findOrphans(source, 'members', signal)),
		]
		if (missing.length + orphans.length === 0) continue
		log.warn({ kind: source.kind, missing: missing.length, strays: orphans.length }, 'search index differed')
		await enqueueIndexing(source.kind, [...new Set([...missing, ...orphans])])
	}
	for (const audience of ['public', 'members'] as const) {
		const rows = await compareRows(audience, signal)
		if (rows > 0) log.warn({ audience, rows }, 'search index differed')
	}
}
