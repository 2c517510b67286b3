import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './paths.ts'

// Imported before anything that reads a setting while it loads. What the environment has stays as it is.
const file = join(projectRoot, '.env')
if (existsSync(file))
	try {
		process.loadEnvFile(file)
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
		// A server whose unit gives it the same settings goes on; a command says next what it misses.
		process.stderr.write(`The settings in ${file} cannot be read by this user: run this as the user of the server.\n`)
	}
