import { httpError } from '#src/lib/api/errors.ts'
import type { Context, Service } from '#src/platform/endpoint/handle.ts'
import { callerSubject, LocalLimit } from '#src/platform/limits/local-limit.ts'
import { answerPublicly, publicCacheControl, tagOf } from '#src/platform/publish/public-answer.ts'
import * as contracts from '../../library-contract.ts'
import { findEpisode, readPages, readTranscriptState } from './episode-pages.ts'
import { transcriptAnswer } from './transcript-store.ts'

/** Requests per minute for both endpoints together: per visitor IP address, and per member. */
const VISITOR_LIMIT = 60
const MEMBER_LIMIT = 120
const requestLimit = new LocalLimit(60)

/** @throws {ApiError} 429 if requests come faster than a person reads or listens. */
function assertWithinRateLimit({ user, clientAddress }: Pick<Context, 'user' | 'clientAddress'>): void {
	const wait = requestLimit.count(callerSubject(user?.id, clientAddress), user ? MEMBER_LIMIT : VISITOR_LIMIT)
	if (wait !== undefined) throw httpError(contracts.getEpisode.errors.tooFast, { retryAfter: wait })
}

/** Resets the limit between tests. */
export const resetRateLimit = () => requestLimit.clear()

export const getEpisode: Service<typeof contracts.getEpisode> = async ({ params: { id } }, context) => {
	assertWithinRateLimit(context)
	const row = await findEpisode(id)
	const page = row?.slug ? (await readPages([row.slug], { withTranscripts: false })).get(row.slug) : undefined
	if (!page) throw httpError(contracts.getEpisode.errors.notFound)
	return answerPublicly(context, page.episode)
}

export const getTranscript: Service<typeof contracts.getTranscript> = async ({ params: { id } }, context) => {
	assertWithinRateLimit(context)
	const { errors } = contracts.getTranscript
	const row = await findEpisode(id)
	if (!row) throw httpError(errors.notFound)
	const state = await readTranscriptState(row.id)
	if (state === undefined) throw httpError(errors.none)
	context.setHeader('Cache-Control', publicCacheControl(context))
	const unchanged = context.notModified(tagOf(state))
	if (unchanged) return unchanged
	const json = await transcriptAnswer(row.id, state)
	if (!json) throw httpError(errors.none)
	return json
}
