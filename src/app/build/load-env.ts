import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './paths.ts'

// Import this before any module that reads a setting while it loads. Existing environment variables win.
const file = join(projectRoot, '.env')
if (existsSync(file))
	try {
		process.loadEnvFile(file)
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
		// A server that gets the same settings from its systemd unit can continue. A command then reports what is missing.
		process.stderr.write(`The settings in ${file} cannot be read by this user: run this as the user of the server.\n`)
	}
