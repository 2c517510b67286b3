import { formatNumber } from '#src/lib/text/format-number.ts'
import { withoutStatementValues } from '#src/platform/log.ts'
import { sentenceOf } from '../startup/startup-errors.ts'

/** What a command does; its answer is one sentence for the person who gave it. */
export type Command = (argument: string | undefined, flags: ReadonlySet<string>) => Promise<string>

export const say = (text: string) => void process.stdout.write(`${text}\n`)

/** Says how far something long is, once a second at most. */
export function progress(): (table: string, rows: number) => void {
	let last = performance.now()
	return (table, rows) => {
		if (performance.now() - last < 1_000) return
		last = performance.now()
		say(`${table}: ${formatNumber(rows)} ${table === 'files' ? 'are done' : 'rows'}`)
	}
}

/**
 * Runs the command that this process was started for: `NAME [ARGUMENT] [--FLAG]`. Status 1 where it fails, with the
 * sentence why; 2 where it is none.
 * @param options.flags which a command knows. Another is a mistake, and must not be taken for a file.
 */
export async function runCommand(
	commands: Readonly<Record<string, Command>>,
	options: { usage: string; flags: Readonly<Record<string, readonly string[]>> },
): Promise<void> {
	const [name = '', ...rest] = process.argv.slice(2)
	const flags = new Set(rest.filter((word) => word.startsWith('--')))
	const [argument, ...others] = rest.filter((word) => !flags.has(word))
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined
	if (!command || others.length > 0 || [...flags].some((flag) => !options.flags[name]?.includes(flag))) {
		say(options.usage)
		process.exitCode = 2
		return
	}
	try {
		say(await command(argument, flags))
	} catch (error) {
		const text = sentenceOf(error) ?? (error instanceof Error ? error.message : String(error))
		process.stderr.write(`${withoutStatementValues(text)}\n`)
		process.exitCode = 1
	}
}
