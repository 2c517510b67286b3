import { join } from 'node:path'
import { freePort, startPinned } from './tools.ts'

/** Our built server on one core with a data folder of its own. */
export async function startOurs(folder: string, settings: Record<string, string> = {}, cores?: string) {
	const port = await freePort()
	const url = `http://127.0.0.1:${port}`
	const dataDir = join(folder, `data-${port}`)
	const server = await startPinned(process.execPath, ['src/app/preflight.mjs', 'start'], {
		url: `${url}/readyz`,
		...(cores ? { cores } : {}),
		env: {
			PORT: String(port),
			DATA_DIR: dataDir,
			PUBLIC_URL: `http://localhost:${port}`,
			LOG_LEVEL: 'warn',
			NODE_ENV: '',
			...settings,
		},
	})
	return { ...server, url, dataDir }
}
