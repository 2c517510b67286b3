import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './paths.ts'

// Imported before anything that reads a setting while it loads. What the environment has stays as it is.
const file = join(projectRoot, '.env')
if (existsSync(file)) process.loadEnvFile(file)
