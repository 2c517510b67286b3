import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@libsql/client'

// Holds the write lock of a database file in a separate process and prints a line once it has the lock. Releases it
// MILLISECONDS after a line on stdin, because the process that waits for the lock may start slowly.
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
