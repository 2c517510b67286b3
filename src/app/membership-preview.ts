import type * as contracts from '#src/features/applications/preview-contract.ts'
import { PREVIEW_TITLES } from '#src/features/applications/preview-contract.ts'
import { findNextCall } from '#src/features/coaching/server/sessions.ts'
import { findPublicTitles } from '#src/features/questions/server/public-titles.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { answerPublicly } from '#src/platform/publish/public-answer.ts'

export const getMembershipPreview: Service<typeof contracts.getMembershipPreview> = async (_, context) => {
	const [nextCall, questions] = await Promise.all([findNextCall(), findPublicTitles(PREVIEW_TITLES)])
	return answerPublicly(context, { nextCall, questions })
}
