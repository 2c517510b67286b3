import type { IncomingMessage } from 'node:http'
import { isNothingSaved, isUnavailable } from '#db/errors.ts'
import { BUSY, failureText, NOTHING_SAVED } from '#src/lib/api/errors.ts'
import { log } from '../log.ts'
import { sendStatic } from './files/send-static.ts'
import type { StaticStore } from './files/static-store.ts'
import { type Exchange, sendDynamic, sendText } from './send.ts'

/**
 * Statuses of prerendered pages, by path. If opened directly, the error and outage pages have status 404, so that they
 * do not trigger alerts.
 */
export const STATUS_PAGES: Readonly<Record<string, number>> = {
	'/401': 401,
	'/404': 404,
	'/503': 404,
	'/fault': 404,
	'/offline': 200,
}

/** Placeholder for the request id in the error page. */
export const REQUEST_NUMBER = '00000000-0000-0000-0000-000000000000'

const RETRY_AFTER = '5'

/** Returns whether the client expects a page, not a file, so that an error should be a page too. */
function wantsPage(req: IncomingMessage, path: string): boolean {
	const accept = req.headers.accept ?? ''
	if (accept.includes('text/html')) return true
	return !/\.\w+$/.test(path) && (accept === '' || accept.includes('*/*'))
}

export function sendNotFound(exchange: Exchange, path: string, store: StaticStore): void {
	const page = wantsPage(exchange.req, path) ? store.get('/404') : undefined
	if (page) sendStatic(exchange.req, exchange.res, exchange.facts, page, exchange.security)
	else sendText(exchange, 404, 'Not found')
}

/**
 * Sends the 401 or 404 page to a browser that opened the URL of a forbidden or missing file. Sends nothing if one of
 * our pages embeds or fetches the file: it gets the plain error message.
 * @returns whether it sent a page.
 */
export function sendFileError(exchange: Exchange, path: string, status: number, store: StaticStore): boolean {
	const isError = status === 401 || status === 404
	const page = isError && wantsPage(exchange.req, path) ? store.get(`/${status}`) : undefined
	if (page) sendStatic(exchange.req, exchange.res, exchange.facts, page, exchange.security)
	return page !== undefined
}

export const sendBusy = (exchange: Exchange): void =>
	sendText(exchange, 503, BUSY, [
		['Retry-After', RETRY_AFTER],
		['X-Request-Id', exchange.requestId],
	])

export async function sendFailure(exchange: Exchange, path: string, store: StaticStore, error: unknown): Promise<void> {
	const { req, requestId } = exchange
	const isOutage = isUnavailable(error)
	const status = isOutage ? 503 : 500
	const headers: Array<[string, string]> = [['X-Request-Id', requestId]]
	if (isOutage) headers.push(['Retry-After', RETRY_AFTER])
	const page = wantsPage(req, path) ? store.get(isOutage ? '/503' : '/fault') : undefined
	if (!page) {
		const text = isNothingSaved(error) ? NOTHING_SAVED : isOutage ? BUSY : failureText(requestId)
		return sendText(exchange, status, text, headers)
	}
	headers.push(['Content-Type', page.contentType])
	const body = page.identity.toString().replaceAll(REQUEST_NUMBER, requestId)
	await sendDynamic(exchange, { status, headers, body })
}

/** Returns the response of a page if the database is unavailable. The server and the publisher recognize the status. */
export function outageResponse(error: unknown, requestId: string | undefined): Response | undefined {
	if (!isUnavailable(error)) return undefined
	log.error({ requestId, err: error }, 'database unavailable')
	return new Response(null, { status: 503 })
}
