import { and, eq, isNull, sql } from 'drizzle-orm'
import { db, write } from '#db/client.ts'
import { searchState, searchWork } from '#db/schema/search.ts'
import { releaseLease, takeLease } from '#src/platform/jobs/lease.ts'
import { yieldToEventLoop } from '#src/platform/jobs/yield-to-event-loop.ts'
import { log } from '#src/platform/log.ts'
import type { SearchSources } from '#src/platform/search/search-source.ts'
import { isMuchGone } from './gone-parts.ts'
import { compareIndex } from './index-check.ts'
import { allIndexes, leftToSteps, mergeAll, mergeStep, muchReplaced, setMerging } from './index-merge.ts'
import { indexOne } from './index-one.ts'
import { askAgain, nextWork, PART_INDEXES } from './part-rows.ts'
import { countWords } from './word-count.ts'

// What changes is indexed from `search_work`, which triggers write. Everything here is done in slices of some
// milliseconds, since the driver is synchronous: requests go between them.

const LEASE = 'search-index'
/** Longer than any one step takes; renewed at each. In milliseconds. */
const LEASE_MS = 60_000
const DAY_MS = 24 * 60 * 60_000
/** Things listed and posts written by one statement. */
const LISTED = 200
const POSTS = 200

/** Whether there is something to do: a row where there is. Its query plan is tested. */
export const dueStatement = (now: number) => sql`select 1 as due where exists (select 1 from search_work)
	or exists (select 1 from search_state where finished_at is null or compared_at is null
		or compared_at < ${now - DAY_MS} or words_gone_at is not null)`
export const dueSearch = (now = Date.now()) => db().all<{ due: number }>(dueStatement(now))

interface Round {
	sources: SearchSources
	holder: string
	signal: AbortSignal
	/** All words are counted at its end: those of each thing need not be. */
	isRebuild: boolean
	/** Indexes that are merged between slices, and by FTS5 itself no more: they have much to take out. */
	inSteps: Set<string>
	/** Slices since the lease was renewed. */
	slices: number
}

/** Slices after which the lease is renewed. */
const RENEWED = 100

const isOver = async ({ holder, signal }: Round) => signal.aborted || !(await takeLease(LEASE, holder, LEASE_MS))

/** Between two slices: requests go first, and while much is replaced what was written is merged. */
async function pause({ inSteps }: Round): Promise<void> {
	await yieldToEventLoop()
	const parts = PART_INDEXES.filter((name) => inSteps.has(name))
	if (parts.length === 0) return
	for (const name of parts) await mergeStep(name)
	await yieldToEventLoop()
}

/** The indexes that rows are taken out of without their text. */
const indexesOf = ({ posts }: SearchSources) => [
	...PART_INDEXES,
	...posts.flatMap(({ index, reindex }) => (reindex ? [index.table] : [])),
]

async function mergeInSteps({ inSteps }: Round, names: readonly string[]): Promise<void> {
	for (const name of names) inSteps.add(name)
	await setMerging(names, 'rebuild')
}

/** Merges the rest, and leaves what comes to FTS5 again. @returns whether it came to its end; the next start goes on. */
async function endSteps(round: Round): Promise<boolean> {
	const names = [...round.inSteps]
	const isDone = await mergeAll(names, () => goOn(round))
	if (isDone) await setMerging(names, 'usual')
	round.inSteps.clear()
	return isDone
}

/** Indexes what waits. What cannot be read waits for its next change, so that it holds up nothing else. */
async function indexWaiting(round: Round): Promise<void> {
	for (let work = await nextWork(); work && !round.signal.aborted; work = await nextWork()) {
		const { seq, sourceKind, sourceId } = work
		try {
			if (!round.inSteps.has(PART_INDEXES[0]) && (await isMuchGone())) await mergeInSteps(round, PART_INDEXES)
			await indexOne(round.sources, work, { isCounted: !round.isRebuild, between: () => pause(round) })
		} catch (error) {
			log.error({ job: 'search index', sourceKind, sourceId, err: error }, 'not indexed')
			await db().delete(searchWork).where(eq(searchWork.seq, seq))
		}
		await yieldToEventLoop()
	}
}

/** Between two slices of what takes long. */
async function goOn(round: Round): Promise<boolean> {
	await indexWaiting(round)
	await yieldToEventLoop()
	round.slices = (round.slices + 1) % RENEWED
	return !(round.slices === 0 ? await isOver(round) : round.signal.aborted)
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
			await yieldToEventLoop()
		}
	}
	if (!signal.aborted) await setState({ isListed: true })
}

/**
 * Writes the joined words of posts anew, and the index of answers as far as it is not yet; only of answers is it kept how
 * far that is. @returns whether all is done.
 */
async function reindexPosts(round: Round): Promise<boolean> {
	for (const { index, lastSeq, joinWords, reindex } of round.sources.posts) {
		const last = await lastSeq()
		let after = reindex ? ((await readState())?.answersSeq ?? 0) : 0
		while (after < last) {
			const upTo = after + POSTS
			const joined = await joinWords(after, upTo)
			if (reindex) await write(...joined, reindex(after, upTo), setState({ answersSeq: upTo }))
			else if (joined.length > 0) await write(...joined)
			after = upTo
			if (!(await goOn(round))) return false
			if (reindex) await mergeStep(index.table)
			await yieldToEventLoop()
		}
	}
	return true
}

async function rebuild(round: Round): Promise<void> {
	if (!(await readState())?.isListed) await listAll(round)
	await indexWaiting(round)
	const isDone = (await reindexPosts(round)) && (await countWords(round.sources, () => goOn(round)))
	// Otherwise it was stopped, or another node goes on with it.
	if (!isDone || !(await endSteps(round))) return
	const now = new Date()
	await db()
		.update(searchState)
		.set({ finishedAt: now, comparedAt: now })
		.where(and(eq(searchState.id, 1), isNull(searchState.finishedAt)))
}

async function compare(round: Round): Promise<void> {
	// What a former release has told FTS5 is told anew as well.
	const names = indexesOf(round.sources).filter((name) => !round.inSteps.has(name))
	await setMerging(names, 'usual')
	const much = await muchReplaced(names)
	if (much.length > 0) await mergeInSteps(round, much)
	await compareIndex(round.sources, round.signal)
	await indexWaiting(round)
	if (!(await countWords(round.sources, () => goOn(round)))) return
	// Also what was deleted without a trace in `deletions`, such as a comment, is out of the indexes after a day. A merge
	// that is not finished keeps its date.
	const now = new Date()
	const wordsGoneAt = sql`coalesce(${searchState.wordsGoneAt}, ${now.getTime()})`
	await db().update(searchState).set({ comparedAt: now, wordsGoneAt }).where(eq(searchState.id, 1))
}

/**
 * Merges every full-text index, that of the members and of the questions included: FTS5 keeps the words of a deleted row
 * until a merge leaves them out. Its option `secure-delete` took seconds for fifty rows, and damaged an index (SQLite 3.45).
 */
async function takeOutWords(round: Round, goneAt: Date): Promise<void> {
	const names = await allIndexes()
	if (!(await mergeAll(names, () => goOn(round)))) return
	await setMerging(names, 'usual')
	// Something else may have been deleted meanwhile.
	await db()
		.update(searchState)
		.set({ wordsGoneAt: null })
		.where(and(eq(searchState.id, 1), eq(searchState.wordsGoneAt, goneAt)))
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
	const round: Round = { sources, holder, signal, isRebuild: false, inSteps: new Set(), slices: 0 }
	if (await isOver(round)) return
	try {
		const state = await readState()
		round.isRebuild = state?.finishedAt === null
		const names = indexesOf(sources)
		await mergeInSteps(round, round.isRebuild ? names : await leftToSteps(names))
		await indexWaiting(round)
		if (!state || signal.aborted) return
		if (round.isRebuild) return await rebuild(round)
		if ((state.comparedAt?.getTime() ?? 0) < now - DAY_MS) await compare(round)
		if (signal.aborted || (round.inSteps.size > 0 && !(await endSteps(round)))) return
		const goneAt = (await readState())?.wordsGoneAt
		if (goneAt) await takeOutWords(round, goneAt)
	} finally {
		await releaseLease(LEASE, holder)
	}
}
