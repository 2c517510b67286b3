import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * One temporary folder for a whole run: `tmpdir()` and `DATA_DIR` point into it in every test, so that what a
 * crashed test leaves behind goes with it, and no test writes into `./var`.
 */
export default function setup(): () => void {
	const folder = mkdtempSync(join(tmpdir(), 'sc-vitest-'))
	process.env.TMPDIR = folder
	process.env.DATA_DIR = join(folder, 'data')
	return () => rmSync(folder, { recursive: true, force: true })
}
