import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout: where package.json is. */
export const projectRoot = fileURLToPath(new URL('../../../', import.meta.url))
/** The built site: `client/` for any web server, `server/` for on-demand pages, `release.json`. */
export const distFolder = join(projectRoot, 'dist')
/** Git-ignored, so that Tailwind does not scan what is being built; below node_modules imports by `#src` fail. */
export const workFolder = join(projectRoot, '.astro')
export const cacheFolder = join(projectRoot, 'node_modules', '.cache', 'second-chair')
