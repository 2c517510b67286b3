import { and, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { clubParts, libraryParts, searchState, searchWork } from '#db/schema/search.ts'
import type { ResponseInput } from '#src/lib/api/contract.ts'
import { PAGE_USER_HEADER } from '#src/lib/api/csrf.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Context, Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, sealCursor } from '#src/platform/endpoint/paging.ts'
import { CLOCKS_MS } from '#src/platform/jobs/lease.ts'
import { callerSubject, LocalLimit } from '#src/platform/limits/local-limit.ts'
import type { SearchSources } from '#src/platform/search/search-source.ts'
import * as contracts from '../contract.ts'
import { HITS_OF_ALL, MAX_HITS } from '../contract.ts'
import { find } from './find-everything.ts'
import { suggestFor } from './suggest-for.ts'
import { countWordsStatement } from './word-list.ts'

/** Searches per minute: per visitor address, and per member. */
const VISITORS = 30
const MEMBERS = 120
const searches = new LocalLimit(60)
/** Limit for suggestions, which accompany each search and cost little. Separate, so that neither uses up the other. */
const suggestions = new LocalLimit(60)

/** Metrics: all searches and those without hits, without any words. */
export const searchCounts = { searches: 0, empty: 0 }

type Caller = Pick<Context, 'user' | 'clientAddress'>

/** @throws {ApiError} 429 for searches faster than typing. */
function assertWithinLimit({ user, clientAddress }: Caller, counted = searches): void {
	const wait = counted.count(callerSubject(user?.id, clientAddress), user ? MEMBERS : VISITORS)
	if (wait !== undefined) throw httpError(contracts.search.errors.tooFast, { retryAfter: wait })
}

/** Resets the limits between tests. */
export function forgetSearches(): void {
	searches.clear()
	suggestions.clear()
}

/** Prevents caching, as access to a hit may end, and names the viewer, so that a page notices a sign-out. */
function describeTo({ user, setHeader }: Context<'public'>): void {
	setHeader('Cache-Control', 'private, no-store')
	if (user) setHeader(PAGE_USER_HEADER, user.id)
}

/** Time after which a rebuild may be started again, in milliseconds. */
const REBUILD_TIMEOUT_MS = 60 * 60_000

/** Reads the progress of a rebuild: items, then answers, then their words. */
async function readProgress(
	{ posts }: SearchSources,
	{ isListed, answersSeq }: typeof searchState.$inferSelect,
	waiting: number,
): Promise<Pick<ResponseInput<typeof contracts.searchStatus>, 'step' | 'answersDone'>> {
	if (!isListed || waiting > 0) return { step: 'things', answersDone: null }
	const last = Math.max(
		0,
		...(await Promise.all(posts.filter(({ reindex }) => reindex).map((source) => source.lastSeq()))),
	)
	if (answersSeq >= last) return { step: 'words', answersDone: null }
	return { step: 'answers', answersDone: Math.floor((100 * answersSeq) / last) }
}

export async function readStatus(sources: SearchSources): Promise<ResponseInput<typeof contracts.searchStatus>> {
	const [library, club, [words], changes, [state]] = await Promise.all([
		db().$count(libraryParts),
		db().$count(clubParts),
		countWordsStatement(),
		db().$count(searchWork),
		db().select().from(searchState).where(eq(searchState.id, 1)),
	])
	const running = state?.finishedAt === null
	const progress = running ? await readProgress(sources, state, changes) : { step: null, answersDone: null }
	return {
		parts: library + club,
		words: words?.words ?? 0,
		waiting: changes,
		lastRebuild: state?.finishedAt ?? null,
		running,
		...progress,
	}
}

/** Returns the search services for these sources. Queries are neither stored nor logged. */
export function searchServices(sources: () => SearchSources, wakeJob: () => void) {
	const search: Service<typeof contracts.search> = async ({ query }, context) => {
		assertWithinLimit(context)
		const [from = 0] = openCursor(query.cursor, 'number') ?? []
		const limit = query.limit ?? (query.in ? MAX_HITS : HITS_OF_ALL)
		const options = { tab: query.in, limit, from: query.in ? from : 0, reader: context.user }
		const found = await find(sources(), query.q, options)
		// After the checks, since errors do not name the viewer.
		describeTo(context)
		if (query.q.trim() !== '') {
			searchCounts.searches++
			if (found.groups.length === 0) searchCounts.empty++
		}
		if (query.in && found.groups[0]?.more) {
			const next = new URLSearchParams({ q: query.q, in: query.in, limit: String(limit) })
			next.set('cursor', sealCursor([from + limit]))
			context.setHeader('Link', `<${contracts.search.path}?${next}>; rel="next"`)
		}
		return found
	}

	const suggest: Service<typeof contracts.suggest> = async ({ query }, context) => {
		assertWithinLimit(context, suggestions)
		describeTo(context)
		return suggestFor(sources(), query.q, context.user)
	}

	const searchStatus: Service<typeof contracts.searchStatus> = () => readStatus(sources())

	const rebuildSearch: Service<typeof contracts.rebuildSearch> = async () => {
		const now = new Date()
		const started = await db()
			.update(searchState)
			.set({ startedAt: now, finishedAt: null, isListed: false, answersSeq: 0 })
			.where(
				and(
					eq(searchState.id, 1),
					or(
						isNotNull(searchState.finishedAt),
						isNull(searchState.startedAt),
						lt(searchState.startedAt, new Date(now.getTime() - REBUILD_TIMEOUT_MS)),
						// Started by a clock that was ahead, so its running time is unknown.
						gt(searchState.startedAt, new Date(now.getTime() + CLOCKS_MS)),
					),
				),
			)
			.returning({ id: sql<number>`id` })
		if (started.length === 0) throw httpError(contracts.rebuildSearch.errors.running)
		wakeJob()
	}

	return { search, suggest, searchStatus, rebuildSearch }
}
