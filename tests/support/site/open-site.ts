import { openSite } from '#src/app/startup/boot.ts'
import { sentenceOf } from '#src/app/startup/startup-errors.ts'

// A process of its own that opens the site that its settings describe, says so, and closes it.

try {
	const site = await openSite()
	process.stdout.write('open\n')
	await site.close()
} catch (error) {
	process.stderr.write(`${sentenceOf(error) ?? String(error)}\n`)
	process.exit(1)
}
