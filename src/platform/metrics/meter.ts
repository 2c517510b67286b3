import type { Exchange } from '../http/send.ts'

/** Interface through which the HTTP server reports requests, if metrics are enabled. */
export interface Meter {
	/** Counts a response with a file from memory. On the hot path, so it must do nothing else. */
	countFile(status: number): void
	/** Observes a request. Its route and status are read when the response closes. */
	watch(exchange: Exchange): void
	/** Responds to `GET /metrics` on the site's port. Resolves to false if metrics are not served there. */
	answer(exchange: Exchange): Promise<boolean>
}

/** Route labels of requests without a route pattern. Unknown paths share one, so that clients cannot create series. */
export const ROUTES = { file: 'file', page: 'public page', unknown: 'unknown' } as const
