import { eq } from 'drizzle-orm'
import { db, openDatabase, useDatabase } from '#db/client.ts'
import { questionComments, questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { eraseDue } from '#src/features/leaving/server/erase.ts'
import { env } from '#src/platform/env/env.ts'
import { collectAllGarbage } from '#src/platform/jobs/collect-garbage.ts'
import { turnsDuring } from './turns.ts'

// Erases member 0 with their posts, and prints what that did to the event loop.
// Usage: node security-round.ts FILE

const opened = await openDatabase({ url: `file:${process.argv[2] ?? ''}` })
useDatabase(opened)

/** Lets a member leave, whose posts go. Their time to undo is over. */
const leave = (id: string) =>
	db()
		.update(users)
		.set({ status: 'inactive', leavesAt: new Date(0), leaveKeepsPosts: false })
		.where(eq(users.id, id))

// What a server has behind it that runs: its settings are read, the code is compiled by the erasure of another member,
// and the garbage of the start is collected.
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
