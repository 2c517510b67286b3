import { eq } from 'drizzle-orm'
import { db, openDatabase, useDatabase } from '#db/client.ts'
import { questionComments, questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { eraseDue } from '#src/features/leaving/server/erase.ts'
import { turnsDuring } from './turns.ts'

// Erases member 0 with their posts, and prints what that did to the event loop.
// Usage: node security-round.ts FILE

const opened = await openDatabase({ url: `file:${process.argv[2] ?? ''}` })
useDatabase(opened)
const isTheirs = eq(users.id, 'm0')
const posts = (await db().$count(questions, eq(questions.authorId, 'm0'))) + (await db().$count(questionComments))
await db()
	.update(users)
	.set({ status: 'inactive', leavesAt: new Date(0), leaveKeepsPosts: false })
	.where(isTheirs)
const began = performance.now()
const turns = await turnsDuring(() => eraseDue())
const seconds = (performance.now() - began) / 1_000
if ((await db().$count(users, isTheirs)) > 0) throw new Error('The member was not erased')
const at = (share: number) => turns[Math.floor(turns.length * share)] ?? 0
process.stdout.write(JSON.stringify({ p99: at(0.99), longest: turns.at(-1), seconds, posts }))
useDatabase(undefined)
await opened.close()
