import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

// Chromium uses only the last list of disabled features, so this list repeats Playwright's.
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
	// Suggestions of the address bar, which tests do not show, use two internal pages per window and 40% of the CPU time.
	'WebUIOmniboxAimPopup',
	'WebUIOmniboxPopup',
]

/** Flags for a browser in a container: no user namespaces, and a small /dev/shm. */
export const CHROMIUM_FLAGS = [
	'--no-sandbox',
	'--disable-dev-shm-usage',
	// There is no GPU, and emulating a GPU doubles the CPU time.
	'--disable-gpu',
	'--autoplay-policy=no-user-gesture-required',
	'--mute-audio',
	`--disable-features=${DISABLED_FEATURES.join(',')}`,
]

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Thrown if no browser is available. The message names the program to install. */
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

/** Finds an installed Chromium: the one at CHROMIUM_PATH, Playwright's, or the system's. */
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

/** Installs Debian's package if possible. @returns the error, or undefined */
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
 * Finds a Chromium, and installs it if permitted.
 * @param say called before an installation, which takes a while.
 * @throws {NoChromiumError} with a one-sentence message for the user.
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
