import type { Exchange } from '../http/send.ts'

/** What the HTTP server tells of its requests. It has none where nobody asked for metrics. */
export interface Meter {
	/** A listed file was answered. This is the hot path: it may only count. */
	countFile(status: number): void
	/** A request begins; its route and status are read when its connection is done with it. */
	watch(exchange: Exchange): void
	/** Answers `GET /metrics` on the port of the site. False: it is not served there. */
	answer(exchange: Exchange): Promise<boolean>
}

/** Routes that are no pattern. Every address that leads nowhere is `unknown`, so that nobody can make up series. */
export const ROUTES = { file: 'file', page: 'public page', unknown: 'unknown' } as const
