import { write } from '#db/write.ts'
import { assertConfirmed } from '#src/features/auth/server/step-up.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import { type Context, Pieces, type Service } from '#src/platform/endpoint/handle.ts'
import { env } from '#src/platform/env/env.ts'
import { countAttempts, type RateLimit } from '#src/platform/limits/rate-limit.ts'
import type { OwnData } from '#src/platform/member-data.ts'
import * as contracts from '../own-data-contract.ts'
import { actions } from './audit-actions.ts'
import { type DownloadInfo, htmlFile, jsonFile } from './own-data-files.ts'

/** Downloads per member. */
const downloads: RateLimit = { name: 'own-data', limit: 10, seconds: 60 * 60 }

/** Records a download in the audit log and starts it. Requires a recent identity confirmation. */
async function startDownload(context: Context<'account'>, format: string): Promise<DownloadInfo> {
	const { user } = context
	assertConfirmed(context)
	const wait = await countAttempts([[downloads, user.id]])
	if (wait !== undefined) throw httpError(contracts.getUserData.errors.tooMany, { retryAfter: wait })
	const subject = { type: 'user', id: user.id, name: user.name }
	await write(recordAudit({ actor: user, action: actions['data.taken'], subject, detail: { as: format } }))
	const at = new Date()
	const name = `my-data-${at.toISOString().slice(0, 10)}.${format}`
	context.setHeader('Content-Disposition', `attachment; filename="${name}"`)
	context.setHeader('Cache-Control', 'private, no-store')
	return { userId: user.id, at, siteUrl: env().publicUrl }
}

/** Returns the two download services for the data of `kinds`. */
export function ownDataServices(kinds: readonly OwnData[]) {
	const getUserData: Service<typeof contracts.getUserData> = async (_, context) =>
		new Pieces(jsonFile(kinds, await startDownload(context, 'json')))
	const getUserDataPage: Service<typeof contracts.getUserDataPage> = async (_, context) =>
		new Pieces(htmlFile(kinds, await startDownload(context, 'html')))
	return { getUserData, getUserDataPage }
}
