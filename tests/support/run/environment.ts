import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Every setting of the product, as `.env.example` lists them, and empty: that counts as absent, also where `.env` has one. */
export function noSettings(root: string): Record<string, string> {
	const example = readFileSync(join(root, '.env.example'), 'utf8')
	return Object.fromEntries([...example.matchAll(/^([A-Z][A-Z_]*)=/gm)].map(([, name = '']) => [name, '']))
}

/**
 * The environment of everything that tests start: the Node of node_modules first, temporary files in `folder`,
 * and none of the person's own settings, so that tests never touch a real database or send anything.
 */
export function testEnvironment(root: string, folder: string): Record<string, string> {
	return {
		...(process.env as Record<string, string>),
		...noSettings(root),
		NODE_ENV: 'test',
		PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
		TMPDIR: folder,
		// What Node compiled is kept for the next process: tests start some dozens of them.
		NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled-for-tests'),
		DATA_DIR: join(folder, 'data'),
		ASTRO_TELEMETRY_DISABLED: '1',
	}
}
