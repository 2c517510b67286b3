import '../build/load-env.ts'
import { env } from '#src/platform/env/env.ts'
import { askServer } from '../startup/control.ts'

/**
 * `npm run feed:check`: the running server reads the feed now and says what came of it. Only it may open the
 * database, so that without a server there is nothing to ask.
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
	// The server's own sentence, or the settings that are wrong: a stack would say less.
	console.error(error instanceof Error ? error.message : String(error))
	process.exitCode = 1
}
