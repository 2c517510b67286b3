import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns every setting of `.env.example` as empty, which counts as absent and overrides `.env`. */
export function noSettings(root: string): Record<string, string> {
	const example = readFileSync(join(root, '.env.example'), 'utf8')
	return Object.fromEntries([...example.matchAll(/^([A-Z][A-Z_]*)=/gm)].map(([, name = '']) => [name, '']))
}

/**
 * Returns the environment of all test processes. Node from node_modules comes first in PATH, temporary files are in
 * `folder`, and there are no personal settings, so tests never use a real database or send real emails.
 */
export function testEnvironment(root: string, folder: string): Record<string, string> {
	return {
		...(process.env as Record<string, string>),
		...noSettings(root),
		NODE_ENV: 'test',
		PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
		TMPDIR: folder,
		// Shares Node's compile cache with the processes that tests start.
		NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled-for-tests'),
		DATA_DIR: join(folder, 'data'),
		ASTRO_TELEMETRY_DISABLED: '1',
	}
}
