import type { Exchange } from '../http/send.ts'

/** Interface through which the HTTP server reports requests, if metrics are enabled. */
export interface Meter {
	/** Counts a response with a listed file. On the hot path: it may only count. */
	countFile(status: number): void
	/** Observes a request; its route and status are read when the response is closed. */
	watch(exchange: Exchange): void
	/** Responds to `GET /metrics` on the site's port. Resolves to false if it is not served there. */
	answer(exchange: Exchange): Promise<boolean>
}

/** Routes without a pattern. All unknown addresses share `unknown`, so that clients cannot create series. */
export const ROUTES = { file: 'file', page: 'public page', unknown: 'unknown' } as const
