import '../build/load-env.ts'
import { env } from '#src/platform/env/env.ts'
import { askServer } from '../startup/control.ts'

/**
 * Runs `npm run feed:check`: the running server polls the feed now and reports the result. Only the server may open
 * the database, so the command needs it.
 */
async function main(): Promise<number> {
	const answer = await askServer(env().dataDir, 'feed-check')
	if (answer === undefined) {
		console.error('No server runs on this data folder. Start it with npm start, then ask again.')
		return 1
	}
	console.log(answer)
	return 0
}

try {
	process.exitCode = await main()
} catch (error) {
	// The message is the server's own or names the wrong settings; a stack would hide it.
	console.error(error instanceof Error ? error.message : String(error))
	process.exitCode = 1
}
