import { spawnSync } from 'node:child_process'

/** A browser with one page, as little of it as the journey needs: every browser can be made to do these. */
export interface Browser {
	/** What it says it is, with its version. */
	readonly version: string
	open(url: string): Promise<void>
	/** The value of an expression in the page; it must be JSON. */
	read(expression: string): Promise<unknown>
	/** Clicks the element that an expression gives, as a hand would. @throws where it cannot be reached now. */
	click(expression: string): Promise<void>
	/** Puts the focus on a box and presses the space bar. */
	toggle(expression: string): Promise<void>
	/** Puts the focus on a field and types, in place of what it had. */
	type(expression: string, text: string): Promise<void>
	/** Chooses an option of a select by its value or its words. */
	choose(expression: string, option: string): Promise<void>
	/** What a reader would not see but a colleague should: errors of scripts, of the policy, of loading. */
	readonly problems: readonly string[]
	close(): Promise<void>
}

/** A browser that may be on this machine. Nothing is ever downloaded for it. */
export interface BrowserKind {
	readonly name: string
	/** What must be installed, for Debian. */
	readonly packages: string
	/** Programs of these packages that are not there. */
	missing(): readonly string[]
	/** @param folder for its temporary files. */
	launch(folder: string): Promise<Browser>
}

/** Where a program is, or undefined. */
export function programPath(name: string): string | undefined {
	const { status, stdout } = spawnSync('sh', ['-c', 'command -v "$0"', name], { encoding: 'utf8' })
	return status === 0 ? stdout.trim() : undefined
}

/** An expression of the option of a select that has this value or these words. */
export const optionOf = (select: string, option: string) =>
	`[...(${select}).options].find((one) => [one.value, one.text.trim()].includes(${JSON.stringify(option)}))`

export const missingOf = (programs: readonly string[]) => programs.filter((name) => programPath(name) === undefined)
