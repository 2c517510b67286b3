import { eq } from 'drizzle-orm'
import { db, openDatabase, useDatabase } from '#db/client.ts'
import { questionComments, questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { eraseDue } from '#src/features/leaving/server/erase.ts'
import { env } from '#src/platform/env/env.ts'
import { collectAllGarbage } from '#src/platform/jobs/collect-garbage.ts'
import { turnsDuring } from './turns.ts'

// Erases member 0 with their posts, and prints how long that held the event loop.
// Usage: node security-round.ts FILE

const opened = await openDatabase({ url: `file:${process.argv[2] ?? ''}` })
useDatabase(opened)

/** Marks a member as leaving without keeping their posts, with the time to undo already over. */
const leave = (id: string) =>
	db()
		.update(users)
		.set({ status: 'inactive', leavesAt: new Date(0), leaveKeepsPosts: false })
		.where(eq(users.id, id))

// Warm up to the state of a running server: read the settings, compile the code by erasing another member, and collect
// the garbage of the start.
env()
await leave('m1')
await eraseDue()
collectAllGarbage()

const posts = (await db().$count(questions, eq(questions.authorId, 'm0'))) + (await db().$count(questionComments))
await leave('m0')
const turns = await turnsDuring(() => eraseDue())
if ((await db().$count(users, eq(users.id, 'm0'))) > 0) throw new Error('The member was not erased')
const at = (share: number) => turns[Math.floor(turns.length * share)] ?? 0
process.stdout.write(JSON.stringify({ p99: at(0.99), longest: turns.at(-1), posts }))
useDatabase(undefined)
await opened.close()
