import { DuplicateSessionError, readAuthSession } from '#src/features/auth/server/auth-sessions.ts'
import { assertCsrfToken } from '#src/features/auth/server/csrf.ts'
import { ApiError } from '#src/lib/errors.ts'
import { createHandle } from '#src/platform/create-handle.ts'
import { indexWritten } from './search/index-written.ts'

/** The endpoint of a contract, for its route file: `export const GET = handle(contracts.getX, feature.getX)`. */
export const handle = createHandle({
	readCaller: (cookieHeader) =>
		readAuthSession(cookieHeader).catch((error: unknown) => {
			if (error instanceof DuplicateSessionError)
				throw new ApiError(400, 'The request has more than one sign-in cookie')
			throw error
		}),
	assertCsrfToken,
	afterChange: indexWritten,
})
