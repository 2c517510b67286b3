import { withStorage } from '#src/features/media/server/media-storage.ts'
import { keepOwnFile, ownFileAnswer } from '#src/features/media/server/own-files.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { countAttempts, type RateLimit } from '#src/platform/limits/rate-limit.ts'
import * as contracts from '../contract.ts'

/** Limit of uploads per member. */
const uploads: RateLimit = { name: 'cle-uploads', limit: 60, seconds: 60 * 60 }

export const uploadCertificate: Service<typeof contracts.uploadCertificate> = async ({ query, body }, { user }) => {
	const { errors } = contracts.uploadCertificate
	const wait = await countAttempts([[uploads, user.id]])
	if (wait !== undefined) throw httpError(errors.tooMany, { retryAfter: wait })
	const stored = await withStorage(errors, () => keepOwnFile(user, { name: query.name, bytes: body.bytes }))
	if (stored === undefined) throw httpError(errors.unreadable)
	if (stored === 'full') throw httpError(errors.quota)
	if (stored === 'ownFull') throw httpError(errors.ownQuota)
	return { ...stored, href: contracts.certificateUrl(stored.mediaId) }
}

export const getUpload: Service<typeof contracts.getUpload> = async ({ params }, { user }) => {
	const { notFound, away } = contracts.getUpload.errors
	const answer = await ownFileAnswer(user.id, params.id, { lost: notFound, away })
	if (!answer) throw httpError(notFound)
	return answer
}
