import '../build/load-env.ts'
import { env } from '#src/platform/env/env.ts'
import { askServer } from '../startup/control.ts'

// `npm run feed:check`: the running server polls the feed, since only it may open the database.
try {
	const answer = await askServer(env().dataDir, 'feed-check')
	if (answer === undefined)
		throw new Error('No server runs on this data folder. Start it with npm start, then ask again.')
	console.log(answer)
} catch (error) {
	// The message comes from the server or names the wrong settings; a stack trace would hide it.
	console.error(error instanceof Error ? error.message : String(error))
	process.exitCode = 1
}
