import { fileURLToPath } from 'node:url'

const fromRoot = (file: string) => fileURLToPath(new URL(`../../../${file}`, import.meta.url))
const quickLoad = fromRoot('src/app/quick-load.mjs')

/** Arguments of Node for a script of the checkout, such as `src/app/cli/database.ts`, as the commands of package.json run it. */
export const commandOf = (script: string, ...words: string[]) => ['--import', quickLoad, fromRoot(script), ...words]
