import { spawnSync } from 'node:child_process'

/** A browser with one page and only the operations that the journey needs, so any browser can implement it. */
export interface Browser {
	/** Name and version that the browser reports. */
	readonly version: string
	open(url: string): Promise<void>
	/** Evaluates an expression in the page; its value must be JSON. */
	read(expression: string): Promise<unknown>
	/** Clicks the element that an expression returns. @throws if the pointer cannot reach it. */
	click(expression: string): Promise<void>
	/** Focuses a checkbox and presses the space bar. */
	toggle(expression: string): Promise<void>
	/** Focuses a field and replaces its value by typing. */
	type(expression: string, text: string): Promise<void>
	/** Selects an option by its value or label. */
	choose(expression: string, option: string): Promise<void>
	/** Console errors: scripts, content security policy, loading. */
	readonly problems: readonly string[]
	close(): Promise<void>
}

/** A browser that may be installed. It is never downloaded. */
export interface BrowserKind {
	readonly name: string
	/** Required Debian packages. */
	readonly packages: string
	/** Returns the programs of these packages that are missing. */
	missing(): readonly string[]
	/** @param folder folder for temporary files. */
	launch(folder: string): Promise<Browser>
}

/** Returns the path of a program, or undefined if it is not installed. */
export function programPath(name: string): string | undefined {
	const { status, stdout } = spawnSync('sh', ['-c', 'command -v "$0"', name], { encoding: 'utf8' })
	return status === 0 ? stdout.trim() : undefined
}

/** Returns an expression for the option with this value or label. */
export const optionOf = (select: string, option: string) =>
	`[...(${select}).options].find((one) => [one.value, one.text.trim()].includes(${JSON.stringify(option)}))`

export const missingOf = (programs: readonly string[]) => programs.filter((name) => programPath(name) === undefined)
