import { openSite } from '#src/app/boot.ts'

// A process of its own that opens the site that its settings describe, says so, and closes it.

const site = await openSite()
process.stdout.write('open\n')
await site.close()
