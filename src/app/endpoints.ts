import { endpoints as account } from '#src/features/account/server/endpoints.ts'
import { endpoints as applications } from '#src/features/applications/server/endpoints.ts'
import { endpoints as attendance } from '#src/features/attendance/server/endpoints.ts'
import { endpoints as audit } from '#src/features/audit/server/endpoints.ts'
import { DuplicateSessionError, readAuthSession } from '#src/features/auth/server/auth-sessions.ts'
import { assertCsrfToken } from '#src/features/auth/server/csrf.ts'
import { endpoints as auth } from '#src/features/auth/server/endpoints.ts'
import { endpoints as cle } from '#src/features/cle/server/endpoints.ts'
import { endpoints as coaching } from '#src/features/coaching/server/endpoints.ts'
import { endpoints as comments } from '#src/features/comments/server/endpoints.ts'
import { endpoints as courseStatistics } from '#src/features/course-statistics/server/endpoints.ts'
import { endpoints as courses } from '#src/features/courses/server/endpoints.ts'
import { endpoints as deletions } from '#src/features/deletions/server/endpoints.ts'
import { endpoints as discussion } from '#src/features/discussion/server/endpoints.ts'
import { endpoints as dues } from '#src/features/dues/server/endpoints.ts'
import { endpoints as leaving } from '#src/features/leaving/server/endpoints.ts'
import { endpoints as mail } from '#src/features/mail/server/endpoints.ts'
import { endpoints as mailings } from '#src/features/mailings/server/endpoints.ts'
import { endpoints as media } from '#src/features/media/server/endpoints.ts'
import { endpoints as moderation } from '#src/features/moderation/server/endpoints.ts'
import { endpoints as modules } from '#src/features/modules/server/endpoints.ts'
import { endpoints as notifications } from '#src/features/notifications/server/endpoints.ts'
import { endpoints as podcast } from '#src/features/podcast/server/endpoints.ts'
import { endpoints as questions } from '#src/features/questions/server/endpoints.ts'
import { endpoints as security } from '#src/features/security/server/endpoints.ts'
import { endpoints as settings } from '#src/features/settings/server/endpoints.ts'
import { endpoints as users } from '#src/features/users/server/endpoints.ts'
import { endpoints as welcome } from '#src/features/welcome/server/endpoints.ts'
import { ApiError } from '#src/lib/api/errors.ts'
import { mayBeOn } from '#src/lib/site/features.ts'
import type { CallerCheck } from '#src/platform/endpoint/caller.ts'
import { ApiRouter, isApiPath } from '#src/platform/http/api-router.ts'
import type { ApiEndpoint } from '#src/platform/http/api-types.ts'
import { endpoints as own } from './own-endpoints.ts'
import { indexWritten } from './search/index-written.ts'

export const callers: CallerCheck = {
	readCaller: (cookieHeader) =>
		readAuthSession(cookieHeader).catch((error: unknown) => {
			if (error instanceof DuplicateSessionError)
				throw new ApiError(400, 'The request has more than one sign-in cookie')
			throw error
		}),
	assertCsrfToken,
	afterChange: indexWritten,
}

/** All endpoints. Add a new area here. */
export const endpoints: readonly ApiEndpoint[] = [
	own,
	account,
	applications,
	attendance,
	audit,
	auth,
	cle,
	coaching,
	courseStatistics,
	courses,
	deletions,
	comments,
	discussion,
	dues,
	leaving,
	mail,
	mailings,
	media,
	moderation,
	modules,
	notifications,
	podcast,
	questions,
	security,
	settings,
	users,
	welcome,
]
	.flat()
	.map((endpoint) => endpoint.serve(callers))

/** Routes API calls and files. Leaves out the endpoints of unavailable features: their paths return 404. */
export function apiRouter(): ApiRouter {
	const router = new ApiRouter()
	for (const endpoint of endpoints) {
		const { method, path } = endpoint.contract
		if (isApiPath(path) && mayBeOn(path)) router.add(path, method, endpoint)
	}
	return router
}

/** Returns the endpoint that Astro routes. Compares method and path: a page's bundle has its own contract objects. */
export function endpointOf(method: string, path: string): ApiEndpoint {
	const found = endpoints.find(({ contract }) => contract.method === method && contract.path === path)
	if (!found) throw new Error(`No endpoint answers ${method} ${path}`)
	return found
}
