import { setImmediate } from 'node:timers/promises'
import { yieldToEventLoop } from '#src/platform/jobs/yield-to-event-loop.ts'
import { log } from '#src/platform/log.ts'
import type { SearchSources } from '#src/platform/search/search-source.ts'
import { newestWork, replaceParts, type Work } from './part-rows.ts'
import { addPublicWords } from './word-list.ts'

interface Options {
	/** Done between two slices. */
	between?: () => Promise<unknown>
	/** Its words may be suggested from now on, and not from the next count on. */
	isCounted?: boolean
}

/** Indexes one thing as it is now. */
export async function indexOne(
	{ parts }: SearchSources,
	work: Work,
	{ between = yieldToEventLoop, isCounted = true }: Options = {},
): Promise<void> {
	const source = parts.find(({ kind }) => kind === work.sourceKind)
	const found = await source?.read(work.sourceId)
	// Cutting an hour of talk into passages is a slice of its own.
	await between()
	await replaceParts(work, source?.tab ?? 'courses', found, between)
	if (isCounted && found?.audience === 'public')
		await addPublicWords(
			found.parts.map(({ heading = '', text }) => `${heading}\n${text}`),
			between,
		)
}

/** Things that are indexed before a change is answered; episodes, with an hour of talk, are left to the job. */
const FEW = 8

/** Requests go between the slices, but nothing else: somebody waits. */
const letOthers = () => setImmediate()

/** Indexes what was changed last, where that is little. @returns whether something is left for the job. */
export async function indexFew(sources: SearchSources): Promise<boolean> {
	try {
		const all = await newestWork(FEW + 1)
		const quick = all.filter(({ sourceKind }) => sourceKind !== 'episode').slice(0, FEW)
		// In the order in which they were written: a course comes before its modules.
		for (const [at, work] of quick.toReversed().entries()) {
			if (at > 0) await letOthers()
			await indexOne(sources, work, { between: letOthers })
		}
		return all.length > quick.length
	} catch (error) {
		// The change stands, and its work: the job takes it up.
		log.warn({ err: error }, 'not indexed at once')
		return true
	}
}
