import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Settings file of the service, as named in deploy/systemd. */
const SERVICE_FILE = '/etc/second-chair/common.env'

/**
 * Loads the settings of the service if neither the environment nor `.env` names a data folder, so that a command
 * works on the same club as the server. Import it after `load-env.ts`.
 */
function loadServiceSettings(): void {
	if (process.env.DATA_DIR !== undefined) return
	try {
		for (const [name, value] of Object.entries(parseEnv(readFileSync(SERVICE_FILE, 'utf8'))))
			process.env[name] ??= value
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException
		if (code === 'EACCES')
			process.stderr.write(`${SERVICE_FILE} cannot be read by this user. Run this as root, or as the service's user.\n`)
		else if (code !== 'ENOENT') throw error
	}
}

loadServiceSettings()
