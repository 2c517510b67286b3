import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { log } from '../log.ts'
import { METRICS_HEADERS, mayRead } from './access.ts'

/** Low, since scrapes are rare. */
const MAX_CONNECTIONS = 32

type Reply = readonly [status: number, headers: readonly (readonly [string, string])[], body: string]

const TEXT = ['Content-Type', 'text/plain; charset=utf-8'] as const

async function replyTo(req: IncomingMessage, token: string | undefined, render: () => Promise<string>): Promise<Reply> {
	if (req.url?.split('?')[0] !== '/metrics') return [404, [TEXT], 'The metrics are at /metrics\n']
	if (req.method !== 'GET' && req.method !== 'HEAD')
		return [405, [TEXT, ['Allow', 'GET, HEAD']], 'Method not allowed\n']
	if (token !== undefined && !mayRead(req.headers.authorization, token))
		return [401, [TEXT, ['WWW-Authenticate', 'Bearer']], 'The metrics require a token\n']
	return [200, METRICS_HEADERS, await render()]
}

/** Creates the server for `METRICS_PORT`, which serves only `/metrics`. The caller makes it listen. */
export function createMetricsServer(token: string | undefined, render: () => Promise<string>): Server {
	const send = (res: ServerResponse, [status, headers, body]: Reply) => {
		const length = ['Content-Length', String(Buffer.byteLength(body))] as const
		res.writeHead(status, [...headers, length, ['X-Content-Type-Options', 'nosniff'] as const].flat())
		res.end(body)
	}
	const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (req, res) => {
		replyTo(req, token, render).then(
			(reply) => send(res, reply),
			(error: unknown) => {
				log.error({ err: error }, 'metrics could not be written')
				send(res, [500, [TEXT], 'The metrics could not be written\n'])
			},
		)
	})
	server.maxConnections = MAX_CONNECTIONS
	return server
}
