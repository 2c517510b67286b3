import { execFileSync } from 'node:child_process'
import { openDatabase, useDatabase } from '#db/client.ts'
import { hashPassword } from '#src/features/auth/server/passwords/passwords.ts'
import { BUSY, fillLearning } from '../../member-life.ts'
import { CLUB_PASSWORD } from '../club.ts'

// Fills a database with a club of 10,000 members, 100,000 questions and 1,000,000 comments. One member has more
// courses, followed questions and notifications than the others.
// Usage: node home.ts FILE

const MEMBERS = 10_000
const [file = ''] = process.argv.slice(2)
execFileSync(process.execPath, ['tests/bench/support/data/questions.ts', file, String(MEMBERS), '100000', '1000000'], {
	stdio: 'inherit',
})
const opened = await openDatabase({ url: `file:${file}` })
useDatabase(opened)
await opened.client.execute('pragma synchronous = off')
await fillLearning(opened, MEMBERS)

const busy = `m${String(BUSY.number).padStart(7, '0')}`
const newest = `select id, seq from questions order by last_activity_at desc limit ${BUSY.followed}`
for (const [sql, args] of [
	['update users set password_hash = ? where id = ?', [await hashPassword(CLUB_PASSWORD), busy]],
	[
		`insert or ignore into question_follows (question_id, user_id, state) select id, ?, 'following' from (${newest})`,
		[busy],
	],
	[
		`insert into notifications (user_id, group_key, kind, subject_id, since_seq, created_at, updated_at)
			select ?, 'answer-' || id, 'answer', id, 1, ?, ? + seq from (${newest})`,
		[busy, Date.now(), Date.now()],
	],
] as const)
	await opened.client.execute({ sql, args: [...args] })
await opened.client.execute('pragma wal_checkpoint(truncate)')
useDatabase(undefined)
await opened.close()
