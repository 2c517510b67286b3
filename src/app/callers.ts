import { DuplicateSessionError, readAuthSession } from '#src/features/auth/server/auth-sessions.ts'
import { assertCsrfToken } from '#src/features/auth/server/csrf.ts'
import { ApiError } from '#src/lib/api/errors.ts'
import type { CallerCheck } from '#src/platform/endpoint/caller.ts'
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
