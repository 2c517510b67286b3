import { and, eq, isNull, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { searchState, searchWork } from '#db/schema/search.ts'
import { write } from '#db/write.ts'
import { CLOCKS_MS, releaseLease, takeLease } from '#src/platform/jobs/lease.ts'
import { yieldToEventLoop } from '#src/platform/jobs/yield-to-event-loop.ts'
import { log } from '#src/platform/log.ts'
import type { SearchSources } from '#src/platform/search/search-source.ts'
import { hasManyRemovals } from './gone-parts.ts'
import { compareIndex } from './index-check.ts'
import { allIndexes, manuallyMerged, mergeAll, mergeStep, setMerging } from './index-merge.ts'
import { indexOne } from './index-one.ts'
import { enqueueIndexing, nextWork, PART_INDEXES } from './part-rows.ts'
import { countWords } from './word-count.ts'

// Triggers write changes to `search_work`, and this job indexes them. It works in slices of a few milliseconds,
// because the driver is synchronous: requests run between them.

const LEASE = 'search-index'
/** Lifetime of the lease, in milliseconds. Long tasks renew it every `RENEW_EVERY` slices. */
const LEASE_MS = 60_000
const DAY_MS = 24 * 60 * 60_000
/** Items listed or posts written per statement. */
const ITEMS_PER_STATEMENT = 200
const POSTS_PER_STATEMENT = 200

/** Returns a statement with one row if there is work. A test checks its query plan. */
export const dueStatement = (now: number) => sql`select 1 as due where exists (select 1 from ${searchWork})
	or exists (select 1 from ${searchState} where finished_at is null or compared_at is null
		or compared_at not between ${now - DAY_MS} and ${now + CLOCKS_MS} or words_gone_at is not null)`
export const dueSearch = (now = Date.now()) => db().all<{ due: number }>(dueStatement(now))

interface Round {
	sources: SearchSources
	holder: string
	signal: AbortSignal
	/** A rebuild counts all words at its end, so single items skip that. */
	isRebuild: boolean
	/** Indexes that the job merges between slices instead of FTS5, since many rows are removed. */
	inSteps: Set<string>
	slices: number
}

/** Slices between renewals of the lease. */
const RENEW_EVERY = 100

const mustStop = async ({ holder, signal }: Round) => signal.aborted || !(await takeLease(LEASE, holder, LEASE_MS))

/** Runs between two slices: lets requests run, and merges during large replacements. */
async function pause({ inSteps }: Round): Promise<void> {
	await yieldToEventLoop()
	const parts = PART_INDEXES.filter((name) => inSteps.has(name))
	if (parts.length === 0) return
	for (const name of parts) await mergeStep(name)
	await yieldToEventLoop()
}

/** Returns the indexes that delete rows without their text. */
const indexesOf = ({ posts }: SearchSources) => [
	...PART_INDEXES,
	...posts.flatMap(({ index, reindex }) => (reindex ? [index.table] : [])),
]

async function mergeInSteps({ inSteps }: Round, names: readonly string[]): Promise<void> {
	for (const name of names) inSteps.add(name)
	await setMerging(names, 'rebuild')
}

/** Merges the rest and hands merging back to FTS5. @returns whether it finished; if not, the next start continues. */
async function endSteps(round: Round): Promise<boolean> {
	const names = [...round.inSteps]
	const isDone = await mergeAll(names, () => shouldContinue(round))
	if (isDone) await setMerging(names, 'usual')
	round.inSteps.clear()
	return isDone
}

/** Indexes the queue. An unreadable item waits for its next change and blocks nothing else. */
async function indexWaiting(round: Round): Promise<void> {
	for (let work = await nextWork(); work && !round.signal.aborted; work = await nextWork()) {
		const { seq, sourceKind, sourceId } = work
		try {
			if (!round.inSteps.has(PART_INDEXES[0]) && (await hasManyRemovals())) await mergeInSteps(round, PART_INDEXES)
			await indexOne(round.sources, work, { isCounted: !round.isRebuild, between: () => pause(round) })
		} catch (error) {
			log.error({ job: 'search index', sourceKind, sourceId, err: error }, 'item could not be indexed')
			await db().delete(searchWork).where(eq(searchWork.seq, seq))
		}
		await yieldToEventLoop()
	}
}

/** Runs between two slices of a long task. @returns whether to continue. */
async function shouldContinue(round: Round): Promise<boolean> {
	await indexWaiting(round)
	await yieldToEventLoop()
	round.slices = (round.slices + 1) % RENEW_EVERY
	return !(round.slices === 0 ? await mustStop(round) : round.signal.aborted)
}

const readState = async () => (await db().select().from(searchState).where(eq(searchState.id, 1)))[0]
const setState = (set: Partial<typeof searchState.$inferInsert>) =>
	db().update(searchState).set(set).where(eq(searchState.id, 1))

async function listAll({ sources, signal }: Round): Promise<void> {
	for (const source of sources.parts) {
		for (let after: string | undefined; !signal.aborted; ) {
			const ids = await source.idsAfter(after, ITEMS_PER_STATEMENT)
			after = ids.at(-1)
			if (after === undefined) break
			await enqueueIndexing(source.kind, ids)
			await yieldToEventLoop()
		}
	}
	if (!signal.aborted) await setState({ isListed: true })
}

/**
 * Rewrites the joined words of posts, and resumes the index of answers, the only one with stored progress.
 * @returns whether everything is done.
 */
async function reindexPosts(round: Round): Promise<boolean> {
	for (const { index, lastSeq, joinWords, reindex } of round.sources.posts) {
		const last = await lastSeq()
		let after = reindex ? ((await readState())?.answersSeq ?? 0) : 0
		while (after < last) {
			const upTo = after + POSTS_PER_STATEMENT
			const joined = await joinWords(after, upTo)
			if (reindex) await write(...joined, reindex(after, upTo), setState({ answersSeq: upTo }))
			else if (joined.length > 0) await write(...joined)
			after = upTo
			if (!(await shouldContinue(round))) return false
			if (reindex) await mergeStep(index.table)
			await yieldToEventLoop()
		}
	}
	return true
}

async function rebuild(round: Round): Promise<void> {
	if (!(await readState())?.isListed) await listAll(round)
	await indexWaiting(round)
	const isDone = (await reindexPosts(round)) && (await countWords(round.sources, () => shouldContinue(round)))
	// The job was stopped, or another node continues.
	if (!isDone || !(await endSteps(round))) return
	const now = new Date()
	await db()
		.update(searchState)
		.set({ finishedAt: now, comparedAt: now })
		.where(and(eq(searchState.id, 1), isNull(searchState.finishedAt)))
}

async function compare(round: Round): Promise<void> {
	// Also resets the settings of an earlier release.
	await setMerging(
		indexesOf(round.sources).filter((name) => !round.inSteps.has(name)),
		'usual',
	)
	await compareIndex(round.sources, round.signal)
	await indexWaiting(round)
	if (!(await countWords(round.sources, () => shouldContinue(round)))) return
	// `removeWords` then merges all indexes, so the words of replaced rows, and of deleted rows without an entry in
	// `deletions` such as comments, are gone within a day. An unfinished merge keeps its date.
	const now = new Date()
	const wordsGoneAt = sql`coalesce(${searchState.wordsGoneAt}, ${now.getTime()})`
	await db().update(searchState).set({ comparedAt: now, wordsGoneAt }).where(eq(searchState.id, 1))
}

/**
 * Merges every full-text index, including those of members and questions, because FTS5 keeps a deleted row's words
 * until a merge. Its option `secure-delete` took seconds for fifty rows, and damaged an index (SQLite 3.45).
 */
async function removeWords(round: Round, goneAt: Date): Promise<void> {
	const names = await allIndexes()
	if (!(await mergeAll(names, () => shouldContinue(round)))) return
	await setMerging(names, 'usual')
	// More may have been deleted during the merge.
	await db()
		.update(searchState)
		.set({ wordsGoneAt: null })
		.where(and(eq(searchState.id, 1), eq(searchState.wordsGoneAt, goneAt)))
}

/**
 * Runs due work: indexes changes, continues a rebuild, and compares the index with the content once a day. Runs on
 * one node at a time.
 */
export async function runSearchIndex(
	sources: SearchSources,
	{
		holder,
		signal = new AbortController().signal,
		now = Date.now(),
	}: { holder: string; signal?: AbortSignal; now?: number },
): Promise<void> {
	const round: Round = { sources, holder, signal, isRebuild: false, inSteps: new Set(), slices: 0 }
	if (await mustStop(round)) return
	try {
		const state = await readState()
		round.isRebuild = state?.finishedAt === null
		const names = indexesOf(sources)
		await mergeInSteps(round, round.isRebuild ? names : await manuallyMerged(names))
		await indexWaiting(round)
		if (!state || signal.aborted) return
		if (round.isRebuild) return await rebuild(round)
		const comparedAt = state.comparedAt?.getTime() ?? 0
		// A comparison in the future was recorded by a clock that was ahead.
		if (comparedAt < now - DAY_MS || comparedAt > now + CLOCKS_MS) await compare(round)
		if (signal.aborted || (round.inSteps.size > 0 && !(await endSteps(round)))) return
		const goneAt = (await readState())?.wordsGoneAt
		if (goneAt) await removeWords(round, goneAt)
	} finally {
		await releaseLease(LEASE, holder)
	}
}
