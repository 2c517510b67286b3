import { fileURLToPath } from 'node:url'

const fromRoot = (file: string) => fileURLToPath(new URL(`../../../${file}`, import.meta.url))
const quickLoad = fromRoot('src/app/quick-load.mjs')

/** Returns Node's arguments to run a script, such as `src/app/cli/database.ts`, as package.json does. */
export const commandOf = (script: string, ...words: string[]) => ['--import', quickLoad, fromRoot(script), ...words]
