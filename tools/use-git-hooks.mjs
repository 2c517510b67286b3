// @ts-check
// Sets the Git hooks of a clone. The developer commands run this, since `.npmrc` turns install scripts off.
import { execFileSync } from 'node:child_process'

const git = (/** @type {string[]} */ ...args) =>
	execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

if (!process.env.CI)
	try {
		git('rev-parse', '--git-dir')
		let hooksPath = ''
		try {
			hooksPath = git('config', '--get', 'core.hooksPath')
		} catch {
			// Git exits with an error if the setting is missing.
		}
		// Keep hooks that the developer has configured.
		if (hooksPath === '') git('config', 'core.hooksPath', '.githooks')
	} catch {
		// Not a Git clone, such as a source archive: there are no hooks to set.
	}
