import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectRoot = fileURLToPath(new URL('../../../', import.meta.url))
/** The built site: `client/` for any web server, `server/` for on-demand pages, `release.json`. */
export const distFolder = join(projectRoot, 'dist')
/** Git-ignored, so Tailwind does not scan a build in progress. Below node_modules, `#src` imports would fail. */
export const workFolder = join(projectRoot, '.astro')
export const cacheFolder = join(projectRoot, 'node_modules', '.cache', 'second-chair')
