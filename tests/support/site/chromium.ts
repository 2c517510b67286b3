import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

// Of several lists of features Chromium heeds the last: this one says again what Playwright's own says.
const DISABLED_FEATURES = [
	'AimEnabled',
	'AvoidCorsURLLoaderRestartOnRedirect',
	'AvoidUnnecessaryBeforeUnloadCheckSync',
	'DestroyProfileOnBrowserClose',
	'HttpsFirstBalancedModeAutoEnable',
	'HttpsUpgrades',
	'LensOverlay',
	'MediaRouter',
	'NetworkTimeServiceQuerying',
	'OptimizationHints',
	'PaintHolding',
	'PreconnectToSearch',
	'ThirdPartyStoragePartitioning',
	// Suggestions below the address bar, which nobody sees: two pages of the browser's own for each window, and
	// four tenths of all that it computes.
	'WebUIOmniboxAimPopup',
	'WebUIOmniboxPopup',
]

/** Flags for a browser in a container: no user namespaces, and a small /dev/shm. */
export const CHROMIUM_FLAGS = [
	'--no-sandbox',
	'--disable-dev-shm-usage',
	// There is none, and drawing as if there were one takes the processor twice.
	'--disable-gpu',
	'--autoplay-policy=no-user-gesture-required',
	'--mute-audio',
	`--disable-features=${DISABLED_FEATURES.join(',')}`,
]

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** There is no browser to test with. The message says what to install. */
export class NoChromiumError extends Error {
	override name = 'NoChromiumError'
}

function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK)
		return true
	} catch {
		return false
	}
}

function onPath(name: string): string | undefined {
	const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
	return folders.map((folder) => join(folder, name)).find(isExecutable)
}

/** A Chromium that is on this machine: the one named by CHROMIUM_PATH, Playwright's own, or the system's. */
export function installedChromium(): string | undefined {
	const named = process.env.CHROMIUM_PATH
	if (named) {
		if (!isExecutable(named)) throw new NoChromiumError(`CHROMIUM_PATH names ${named}, which cannot be run.`)
		return named
	}
	const own = chromium.executablePath()
	if (own && isExecutable(own)) return own
	return NAMES.map(onPath).find((file) => file !== undefined)
}

/** Debian's package, where that is possible. @returns what went wrong, or undefined. */
function installFromDebian(): string | undefined {
	for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
		const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
		const { status, stderr } = spawnSync('apt-get', args, {
			env,
			encoding: 'utf8',
			stdio: ['ignore', 'ignore', 'pipe'],
		})
		if (status !== 0) return `apt-get ${args[0]} failed: ${stderr.trim().split('\n').at(-1)}`
	}
	return undefined
}

/**
 * Path of a Chromium, installed first where we may.
 * @param say is told when something is installed, since that takes a while.
 * @throws {NoChromiumError} whose message is one sentence for the person at the keyboard.
 */
export function findChromium(say: (line: string) => void = () => undefined): string {
	const present = installedChromium()
	if (present) return present
	let reason = ''
	if (process.getuid?.() === 0 && onPath('apt-get')) {
		say('Installing Debian’s chromium for the browser tests')
		const failure = installFromDebian()
		const installed = installedChromium()
		if (installed) return installed
		reason = failure ? ` (${failure})` : ''
	}
	throw new NoChromiumError(
		`The browser tests need Chromium: run "npx playwright install chromium", or install your system’s chromium, or set CHROMIUM_PATH${reason}.`,
	)
}
