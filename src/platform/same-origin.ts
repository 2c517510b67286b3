import { ApiError } from '#src/lib/errors.ts'
import { isLocal } from '#src/lib/links.ts'
import { env } from './env.ts'
import type { ApiRequest } from './http/api-types.ts'

/**
 * Our own address, or one of ALLOWED_HOSTS that the request itself was sent to, by the same scheme: a page on plain
 * http can be anybody's who sits on the line. On one's own machine http is as good, except in production.
 */
function isOwnOrigin(origin: string, host: string | undefined): boolean {
	const url = URL.parse(origin)
	if (!url) return false
	const { publicUrl, allowedHosts, production } = env()
	const own = new URL(publicUrl)
	if (url.origin === own.origin) return true
	const isOwnScheme = url.protocol === own.protocol || (!production && url.protocol === 'http:' && isLocal(url))
	return isOwnScheme && url.host === host && allowedHosts.has(url.host)
}

/**
 * Browsers say where a request comes from; one from another site never changes anything here.
 * A client that says nothing (a script, a test) still needs the token, which another site cannot read.
 * @throws {ApiError} 403.
 */
export function assertSameOrigin(request: ApiRequest): void {
	const site = request.header('sec-fetch-site')
	const origin = request.header('origin')
	const isForeign =
		(site !== undefined && site !== 'same-origin' && site !== 'none') ||
		(origin !== undefined && !isOwnOrigin(origin, request.header('host')))
	if (isForeign) throw new ApiError(403, 'This request came from another site and was refused')
}
