import { formatNumber } from '#src/lib/text/format-number.ts'
import { withoutStatementValues } from '#src/platform/log.ts'
import { sentenceOf } from '../startup/startup-errors.ts'
import { becomeServiceUser } from './service-user.ts'

/** A command. Returns one sentence for the terminal. */
export type Command = (argument: string | undefined, flags: ReadonlySet<string>) => Promise<string>

export const say = (text: string) => void process.stdout.write(`${text}\n`)

/** Returns a function that prints progress, at most once a second. */
export function progress(): (table: string, rows: number) => void {
	let last = performance.now()
	return (table, rows) => {
		if (performance.now() - last < 1_000) return
		last = performance.now()
		say(`${table}: ${formatNumber(rows)} ${table === 'files' ? 'are done' : 'rows'}`)
	}
}

/**
 * Runs the command in the process arguments: `NAME [ARGUMENT] [--FLAG]`. Exits with 1 and a sentence if the command
 * fails, with 2 if it is unknown.
 * @param options.flags the known flags. An unknown flag is an error and must not be taken for a file.
 */
export async function runCommand(
	commands: Readonly<Record<string, Command>>,
	options: {
		usage: string
		flags: Readonly<Record<string, readonly string[]>>
		/** Commands that keep running as root. All others switch to the service's user. */
		asRoot?: readonly string[]
	},
): Promise<void> {
	const [name = '', ...args] = process.argv.slice(2)
	const flags = new Set(args.filter((arg) => arg.startsWith('--')))
	const [argument, ...extra] = args.filter((arg) => !flags.has(arg))
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined
	if (!command || extra.length > 0 || [...flags].some((flag) => !options.flags[name]?.includes(flag))) {
		say(options.usage)
		process.exitCode = 2
		return
	}
	try {
		if (!options.asRoot?.includes(name)) becomeServiceUser()
		say(await command(argument, flags))
	} catch (error) {
		const text = sentenceOf(error) ?? (error instanceof Error ? error.message : String(error))
		process.stderr.write(`${withoutStatementValues(text)}\n`)
		process.exitCode = 1
	}
}
