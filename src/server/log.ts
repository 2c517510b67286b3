import pino from 'pino'

/** One JSON line per event on standard output. Values under these names never reach the log. */
export const log = pino({
	level: process.env.LOG_LEVEL || 'info',
	base: undefined,
	timestamp: pino.stdTimeFunctions.isoTime,
	redact: {
		paths: ['password', 'token', 'authorization', 'cookie', '*.password', '*.token', '*.cookie', '*.authorization'],
		censor: '[hidden]',
	},
})
