// @ts-check
// Install scripts are off (.npmrc), so `npm ci` cannot do this: the commands of a developer do, in a clone of their own.
import { execFileSync } from 'node:child_process'

const git = (/** @type {string[]} */ ...args) =>
	execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

if (!process.env.CI)
	try {
		git('rev-parse', '--git-dir')
		let set = ''
		try {
			set = git('config', '--get', 'core.hooksPath')
		} catch {
			// Not set: git says so with a status.
		}
		// Whoever has hooks of their own keeps them.
		if (set === '') git('config', 'core.hooksPath', '.githooks')
	} catch {
		// No git, or no clone: an archive of the source has nothing to hook into.
	}
