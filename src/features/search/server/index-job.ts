import { and, eq, isNull, sql } from 'drizzle-orm'
import { db, write } from '#db/client.ts'
import { searchState, searchWork } from '#db/schema/search.ts'
import { giveWay } from '#src/platform/give-way.ts'
import { releaseLease, takeLease } from '#src/platform/lease.ts'
import { log } from '#src/platform/log.ts'
import type { SearchSources } from '#src/platform/search-source.ts'
import { isMuchGone } from './gone-parts.ts'
import { compareIndex } from './index-check.ts'
import { isLeftToSteps, mergeAll, mergeStep, setMerging } from './index-merge.ts'
import { indexOne } from './index-one.ts'
import { askAgain, nextWork, PART_INDEXES } from './part-rows.ts'
import { countWords } from './word-count.ts'

// What changes is indexed from `search_work`, which triggers write. Everything here is done in slices of some
// milliseconds, since the driver is synchronous: requests go between them.

const LEASE = 'search-index'
/** Longer than any one step takes; renewed at each. In milliseconds. */
const LEASE_MS = 60_000
const DAY_MS = 24 * 60 * 60_000
/** Things listed and answers written by one statement. */
const LISTED = 200
const ANSWERS = 200

/** Whether there is something to do: a row where there is. Its query plan is tested. */
export const dueStatement = (now: number) => sql`select 1 as due where exists (select 1 from search_work)
	or exists (select 1 from search_state where finished_at is null or compared_at is null
		or compared_at < ${now - DAY_MS})`
export const dueSearch = (now = Date.now()) => db().all<{ due: number }>(dueStatement(now))

interface Round {
	sources: SearchSources
	holder: string
	signal: AbortSignal
	/** All words are counted at its end: those of each thing need not be. */
	isRebuild: boolean
	/** What was written is merged between slices, and by FTS5 itself no more: it has much to take out. */
	isInSteps: boolean
}

const isOver = async ({ holder, signal }: Round) => signal.aborted || !(await takeLease(LEASE, holder, LEASE_MS))

/** Between two slices: requests go first, and while much is replaced what was written is merged. */
async function pause({ isInSteps }: Round): Promise<void> {
	await giveWay()
	if (!isInSteps) return
	for (const name of PART_INDEXES) await mergeStep(name)
	await giveWay()
}

const indexesOf = ({ sources, isRebuild }: Round) => [
	...PART_INDEXES,
	...(isRebuild ? sources.posts.flatMap(({ index, reindex }) => (reindex ? [index.table] : [])) : []),
]

async function mergeInSteps(round: Round): Promise<void> {
	round.isInSteps = true
	await setMerging(indexesOf(round), 'rebuild')
}

/** Merges the rest, and leaves what comes to FTS5 again. */
async function endSteps(round: Round): Promise<void> {
	await setMerging(indexesOf(round), 'usual')
	await mergeAll(indexesOf(round), () => goOn(round))
	round.isInSteps = false
}

/** Indexes what waits. What cannot be read waits for its next change, so that it holds up nothing else. */
async function indexWaiting(round: Round): Promise<void> {
	for (let work = await nextWork(); work && !round.signal.aborted; work = await nextWork()) {
		const { seq, sourceKind, sourceId } = work
		try {
			if (!round.isInSteps && (await isMuchGone())) await mergeInSteps(round)
			await indexOne(round.sources, work, { isCounted: !round.isRebuild, between: () => pause(round) })
		} catch (error) {
			log.error({ job: 'search index', sourceKind, sourceId, err: error }, 'not indexed')
			await db().delete(searchWork).where(eq(searchWork.seq, seq))
		}
		await giveWay()
	}
}

const readState = async () => (await db().select().from(searchState).where(eq(searchState.id, 1)))[0]
const setState = (set: Partial<typeof searchState.$inferInsert>) =>
	db().update(searchState).set(set).where(eq(searchState.id, 1))

/** Asks for all there is to be indexed anew. */
async function listAll({ sources, signal }: Round): Promise<void> {
	for (const source of sources.parts) {
		for (let after: string | undefined; !signal.aborted; ) {
			const ids = await source.idsAfter(after, LISTED)
			after = ids.at(-1)
			if (after === undefined) break
			await askAgain(source.kind, ids)
			await giveWay()
		}
	}
	if (!signal.aborted) await setState({ isListed: true })
}

/** Writes the index of answers anew, as far as it is not yet. @returns whether all is done. */
async function reindexAnswers(round: Round): Promise<boolean> {
	for (const source of round.sources.posts) {
		if (!source.reindex) continue
		const last = await source.lastSeq()
		let after = (await readState())?.answersSeq ?? 0
		for (let slice = 0; after < last; slice++) {
			await write(source.reindex(after, after + ANSWERS), setState({ answersSeq: after + ANSWERS }))
			after += ANSWERS
			await indexWaiting(round)
			await giveWay()
			await mergeStep(source.index.table)
			await giveWay()
			if (round.signal.aborted || (slice % 100 === 99 && (await isOver(round)))) return false
		}
	}
	return true
}

/** Between two slices of the count. */
async function goOn(round: Round): Promise<boolean> {
	await indexWaiting(round)
	await giveWay()
	return !round.signal.aborted
}

async function rebuild(round: Round): Promise<void> {
	if (!(await readState())?.isListed) await listAll(round)
	await indexWaiting(round)
	if (!(await reindexAnswers(round)) || !(await countWords(round.sources, () => goOn(round)))) return
	await endSteps(round)
	const now = new Date()
	await db()
		.update(searchState)
		.set({ finishedAt: now, comparedAt: now })
		.where(and(eq(searchState.id, 1), isNull(searchState.finishedAt)))
}

async function compare(round: Round): Promise<void> {
	await compareIndex(round.sources, round.signal)
	await indexWaiting(round)
	if (await countWords(round.sources, () => goOn(round))) await setState({ comparedAt: new Date() })
}

/**
 * Does what waits: indexes changes, goes on with a rebuilding, and once a day compares the index with what there is. One
 * node does it at a time.
 */
export async function runSearchIndex(
	sources: SearchSources,
	{
		holder,
		signal = new AbortController().signal,
		now = Date.now(),
	}: { holder: string; signal?: AbortSignal; now?: number },
): Promise<void> {
	const round = { sources, holder, signal, isRebuild: false, isInSteps: false }
	if (await isOver(round)) return
	try {
		const state = await readState()
		round.isRebuild = state?.finishedAt === null
		if (round.isRebuild || (await isLeftToSteps(PART_INDEXES[0]))) await mergeInSteps(round)
		await indexWaiting(round)
		if (!state || signal.aborted) return
		if (round.isRebuild) await rebuild(round)
		else if ((state.comparedAt?.getTime() ?? 0) < now - DAY_MS) await compare(round)
		if (round.isInSteps && !signal.aborted) await endSteps(round)
	} finally {
		await releaseLease(LEASE, holder)
	}
}
