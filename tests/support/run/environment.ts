import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Every setting of the product, as `.env.example` lists them. */
function settingNames(root: string): string[] {
	const example = readFileSync(join(root, '.env.example'), 'utf8')
	return [...example.matchAll(/^#? ?([A-Z][A-Z_]*)=/gm)].map(([, name = '']) => name)
}

/**
 * The environment of everything that tests start: the Node of node_modules first, temporary files in `folder`,
 * and no setting of the person's own, so that tests never touch a real database or send anything.
 */
export function testEnvironment(root: string, folder: string): NodeJS.ProcessEnv {
	const env: NodeJS.ProcessEnv = { ...process.env }
	for (const name of [...settingNames(root), 'NODE_ENV']) delete env[name]
	return {
		...env,
		PATH: [join(root, 'node_modules/.bin'), env.PATH].join(delimiter),
		TMPDIR: folder,
		DATA_DIR: join(folder, 'data'),
		ASTRO_TELEMETRY_DISABLED: '1',
		...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1', FORCE_COLOR: undefined }),
	}
}
