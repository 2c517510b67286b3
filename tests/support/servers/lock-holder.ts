import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@libsql/client'

// A process of its own that keeps the write lock of a database file, and says when it has it. It gives it back so many
// milliseconds after a line on its standard input: whoever waits for it may take long to begin.
// Usage: node lock-holder.ts FILE MILLISECONDS

const [file = '', milliseconds = '0'] = process.argv.slice(2)
const client = createClient({ url: `file:${file}`, concurrency: 1 })
const held = await client.transaction('write')
process.stdout.write('held\n')
await once(process.stdin, 'data')
process.stdin.destroy()
await delay(Number(milliseconds))
await held.rollback()
client.close()
