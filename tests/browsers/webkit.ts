import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { freePort } from '#tests/support/servers/free-port.ts'
import { type Browser, type BrowserKind, missingOf, optionOf } from './browser.ts'
import { WebDriver } from './web-driver.ts'

// WebKitGTK through the driver of its Debian package. It has no headless mode, so it runs in Xvfb.

const PROGRAMS = ['WebKitWebDriver', 'Xvfb']

async function stop(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return
	child.kill('SIGTERM')
	await once(child, 'exit')
}

/** Starts Xvfb, which chooses a free display number and prints it. */
async function startScreen(): Promise<{ display: string; child: ChildProcess }> {
	const args = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp']
	const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
	const numbers = child.stdio[3]
	if (!numbers) throw new Error('Xvfb has no pipe')
	const [number] = await once(numbers, 'data')
	return { display: `:${String(number).trim()}`, child }
}

/** Collects console errors, which the driver prints because of `--enable-write-console-messages-to-stdout`. */
function collectProblems(driver: ChildProcess, problems: string[]): void {
	for (const stream of [driver.stdout, driver.stderr])
		if (stream)
			createInterface({ input: stream }).on('line', (line) => {
				if (/CONSOLE .*\bERROR\b/.test(line)) problems.push(line)
			})
}

async function startDriver(display: string, folder: string, problems: string[]) {
	const port = await freePort()
	const child = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: {
			...process.env,
			...{ DISPLAY: display, HOME: folder, XDG_CACHE_HOME: folder, XDG_DATA_HOME: folder, GDK_BACKEND: 'x11' },
		},
	})
	collectProblems(child, problems)
	const origin = `http://127.0.0.1:${port}`
	while (!(await fetch(`${origin}/status`).catch(() => undefined))) {
		if (child.exitCode !== null) throw new Error('WebKitWebDriver ended')
		await new Promise((resolve) => setTimeout(resolve, 50))
	}
	return { child, driver: new WebDriver(origin) }
}

async function launch(folder: string): Promise<Browser> {
	const problems: string[] = []
	const screen = await startScreen()
	const { child, driver } = await startDriver(screen.display, folder, problems)
	const close = async () => {
		await driver.end().catch(() => undefined)
		await stop(child)
		await stop(screen.child)
	}
	try {
		await driver.start({
			'webkitgtk:browserOptions': {
				args: ['--automation', '--enable-write-console-messages-to-stdout=true', '--geometry=1280x900'],
			},
		})
	} catch (error) {
		await close()
		throw error
	}
	return {
		version: `WebKitGTK ${driver.capabilities.browserVersion}`,
		problems,
		open: driver.open,
		read: (expression) => driver.run(`return ${expression}`),
		click: (expression) => driver.click(expression),
		toggle: (expression) => driver.keys(expression, ' '),
		type: (expression, text) => driver.type(expression, text),
		choose: (expression, option) => driver.click(optionOf(expression, option)),
		close,
	}
}

export const webkit: BrowserKind = {
	name: 'WebKitGTK',
	packages: 'webkit2gtk-driver xvfb',
	missing: () => missingOf(PROGRAMS),
	launch,
}
