import { openSite } from '#src/app/startup/open-site.ts'
import { sentenceOf } from '#src/app/startup/startup-errors.ts'

// Opens the configured site in a separate process, prints a line and closes it.

try {
	const site = await openSite()
	process.stdout.write('open\n')
	await site.close()
} catch (error) {
	process.stderr.write(`${sentenceOf(error) ?? String(error)}\n`)
	process.exit(1)
}
