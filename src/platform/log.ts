import pino from 'pino'

/**
 * Removes statement parameters from `text`. Drizzle ends its messages with a line `params: …`, which may contain email
 * addresses and password hashes. Values may contain line breaks, so this removes everything from that line on.
 */
export const withoutStatementValues = (text: string) => text.replace(/^params:[\s\S]*/m, 'params: [hidden]')

/** Returns the stack frames, without the message before them, which may have many lines. */
function framesOf({ message, stack = '' }: Error): string {
	const after = stack.indexOf(message)
	const rest = after < 0 ? stack : stack.slice(after + message.length)
	return rest
		.split('\n')
		.filter((line) => /^\s+at /.test(line))
		.join('\n')
}

/** Properties that are logged separately or, like `params`, must not be logged. */
const NOT_COPIED = new Set(['name', 'message', 'stack', 'cause', 'errors', 'params'])
/** Maximum depth of causes: they may be circular. */
const MAX_DEPTH = 5

/** Converts an error for the log, including its causes but without statement parameters. */
function describeError(error: unknown, depth = 0): unknown {
	if (typeof error === 'string') return withoutStatementValues(error)
	if (!(error instanceof Error)) return error
	const message = withoutStatementValues(error.message)
	const described: Record<string, unknown> = { type: error.constructor.name, message }
	described.stack = `${error.name}: ${message}\n${framesOf(error)}`
	for (const [key, value] of Object.entries(error))
		if (!NOT_COPIED.has(key)) described[key] = value instanceof Error ? describeError(value, depth + 1) : value
	if (depth >= MAX_DEPTH) return described
	if (error.cause !== undefined) described.cause = describeError(error.cause, depth + 1)
	if (error instanceof AggregateError) described.errors = error.errors.map((each) => describeError(each, depth + 1))
	return described
}

// The rest of these paths is a secret token of a member's calendar or an unsubscribe link.
const SECRET_PATH = /^(\/+(?:api\/+)?(?:calendar|unsubscribe)\/+).+/i

export const logOptions: pino.LoggerOptions = {
	level: process.env.LOG_LEVEL || 'info',
	base: undefined,
	timestamp: pino.stdTimeFunctions.isoTime,
	serializers: {
		err: (error: unknown) => describeError(error),
		path: (path: unknown) => (typeof path === 'string' ? path.replace(SECRET_PATH, '$1[hidden]') : path),
		// `reason`: only the message of an error. `msg`: the error's message too, if an error is logged without text.
		reason: (text: unknown) => (typeof text === 'string' ? withoutStatementValues(text) : text),
		msg: (text: unknown) => (typeof text === 'string' ? withoutStatementValues(text) : text),
	},
	redact: {
		paths: ['password', 'token', 'authorization', 'cookie', '*.password', '*.token', '*.cookie', '*.authorization'],
		censor: '[hidden]',
	},
}

/** Logs one JSON line per event to stdout. Redacts the properties listed in `logOptions`. */
export const log = pino(logOptions)
