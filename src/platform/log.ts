import pino from 'pino'

/**
 * `text` without the values of a database statement. Drizzle ends its messages with a line `params: …`, which has
 * e-mail addresses and password hashes; a value may have line breaks itself, so that everything after it goes.
 */
export const withoutStatementValues = (text: string) => text.replace(/^params:[\s\S]*/m, 'params: [hidden]')

/** Where it was thrown. The message stands in front of that, and goes with whatever lines its values have. */
function framesOf({ message, stack = '' }: Error): string {
	const after = stack.indexOf(message)
	const rest = after < 0 ? stack : stack.slice(after + message.length)
	return rest
		.split('\n')
		.filter((line) => /^\s+at /.test(line))
		.join('\n')
}

/** Properties that are told already, or (`params`) must not be told at all. */
const NOT_COPIED = new Set(['name', 'message', 'stack', 'cause', 'errors', 'params'])
/** Errors below an error that are told; a circle of causes must end somewhere. */
const DEEPEST = 5

/** An error as the log has it, its causes included, without the values of database statements. */
function describeError(error: unknown, depth = 0): unknown {
	if (typeof error === 'string') return withoutStatementValues(error)
	if (!(error instanceof Error)) return error
	const message = withoutStatementValues(error.message)
	const described: Record<string, unknown> = { type: error.constructor.name, message }
	described.stack = `${error.name}: ${message}\n${framesOf(error)}`
	for (const [key, value] of Object.entries(error))
		if (!NOT_COPIED.has(key)) described[key] = value instanceof Error ? describeError(value, depth + 1) : value
	if (depth >= DEEPEST) return described
	if (error.cause !== undefined) described.cause = describeError(error.cause, depth + 1)
	if (error instanceof AggregateError) described.errors = error.errors.map((each) => describeError(each, depth + 1))
	return described
}

// What follows is the key itself: to a member's calendar, or to what the link of a mail stops.
const SECRET_PATH = /^(\/+(?:api\/+)?(?:calendar|unsubscribe)\/+).+/i

/** What every logger of this process is made with. */
export const logOptions: pino.LoggerOptions = {
	level: process.env.LOG_LEVEL || 'info',
	base: undefined,
	timestamp: pino.stdTimeFunctions.isoTime,
	serializers: {
		err: (error: unknown) => describeError(error),
		path: (path: unknown) => (typeof path === 'string' ? path.replace(SECRET_PATH, '$1[hidden]') : path),
		// Where only an error's message is logged; `msg` is it too, for an error that is logged without a sentence.
		reason: (text: unknown) => (typeof text === 'string' ? withoutStatementValues(text) : text),
		msg: (text: unknown) => (typeof text === 'string' ? withoutStatementValues(text) : text),
	},
	redact: {
		paths: ['password', 'token', 'authorization', 'cookie', '*.password', '*.token', '*.cookie', '*.authorization'],
		censor: '[hidden]',
	},
}

/** One JSON line per event on standard output. Values under these names never reach the log. */
export const log = pino(logOptions)
