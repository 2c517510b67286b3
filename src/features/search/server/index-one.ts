import { setImmediate } from 'node:timers/promises'
import { yieldToEventLoop } from '#src/platform/jobs/yield-to-event-loop.ts'
import { log } from '#src/platform/log.ts'
import type { SearchSources } from '#src/platform/search/search-source.ts'
import { newestWork, replaceParts, type Work } from './part-rows.ts'
import { addPublicWords } from './word-list.ts'

interface Options {
	/** Runs between two slices. */
	between?: () => Promise<unknown>
	/** Adds its words to the suggestions immediately, not at the next count. */
	isCounted?: boolean
}

export async function indexOne(
	{ parts }: SearchSources,
	work: Work,
	{ between = yieldToEventLoop, isCounted = true }: Options = {},
): Promise<void> {
	const source = parts.find(({ kind }) => kind === work.sourceKind)
	const found = await source?.read(work.sourceId)
	// Splitting an hour of transcript is a separate slice.
	await between()
	await replaceParts(work, source?.tab ?? 'courses', found, between)
	if (isCounted && found?.audience === 'public')
		await addPublicWords(
			found.parts.map(({ heading = '', text }) => `${heading}\n${text}`),
			between,
		)
}

/** Maximum number of items indexed before the response; episodes, with an hour of transcript, are left to the job. */
const MAX_IMMEDIATE = 8

/** Lets requests run between slices, but does nothing else, since a response is waiting. */
const yieldToRequests = () => setImmediate()

/** Indexes the last changes if there are few. @returns whether work is left for the job. */
export async function indexSmallChanges(sources: SearchSources): Promise<boolean> {
	try {
		const all = await newestWork(MAX_IMMEDIATE + 1)
		const quick = all.filter(({ sourceKind }) => sourceKind !== 'episode').slice(0, MAX_IMMEDIATE)
		// In the order of writing: a course precedes its modules.
		for (const [at, work] of quick.toReversed().entries()) {
			if (at > 0) await yieldToRequests()
			await indexOne(sources, work, { between: yieldToRequests })
		}
		return all.length > quick.length
	} catch (error) {
		// The change is saved and still queued, so the job indexes it.
		log.warn({ err: error }, 'not indexed immediately; left to the job')
		return true
	}
}
