import { database, openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { hashPassword } from '#src/features/auth/server/passwords/passwords.ts'
import { CLUB_PASSWORD } from '../club.ts'

// Fills a database with members who are watching an hour-long recording for New York credit. Each member has played
// two parts of the recording. The first member has also played all of another recording.
// Usage: node attendance.ts FILE MEMBERS

const [file = '', members = '500'] = process.argv.slice(2)
useDatabase(await openDatabase({ url: `file:${file}` }))
await migrateDatabase(database())
const { client } = database()
await client.execute('pragma synchronous = off')
const CREATED = 1_767_225_600_000
const numbers = `with recursive n (i) as (select 0 union all select i + 1 from n where i < ${Number(members) - 1})`
await client.execute({
	sql: `${numbers}
		insert into users (id, name, username, email, email_key, password_hash, role, status, created_at, updated_at)
		select 'm' || i, 'Member ' || i, 'member' || i, 'member' || i || '@example.com', 'member' || i || '@example.com', ?,
			'user', 'active', ${CREATED}, ${CREATED} from n`,
	args: [await hashPassword(CLUB_PASSWORD)],
})
await client.execute(`${numbers}
	insert into cle_admissions (id, user_id, jurisdiction, bar_number, admitted_on, birthday, cycle_kind, status,
		inactive_months, filings, extensions, created_at)
	select 'a' || i, 'm' || i, 'US-NY', '4711', '2010-06-17', '1980-03-12', 'experienced', 'active', '[]', '[]', '[]',
		${CREATED} from n`)
await client.execute(`insert into cle_activities (id, kind, ref_id, title, minutes, format, offered, created_at)
	values ('hour', 'recording', 'r0', 'Fee agreements', 60, 'recorded', 1, ${CREATED}),
		('whole', 'recording', 'r1', 'Trust accounts', 50, 'recorded', 1, ${CREATED})`)
const HOUR_MS = 3_600_000
const WHOLE_MS = 3_000_000
const attendance =
	'id, user_id, activity_id, mode, state, opened_at, seed, length_ms, max_rate, rule_versions, watched, codes'
// A minute of spare time, so that the first beats need not wait.
const beats = 'sequence, last_beat_at, spare_ms, position_ms, opened_from'
await client.execute(`${numbers}
	insert into attendances (${attendance}, ${beats})
	select 'at' || i, 'm' || i, 'hour', 'watch', 'open', ${CREATED}, 'aa', ${HOUR_MS}, 1, '{"US-NY":1}',
		'[[0,600000],[900000,1200000]]', '[{"atMs":2400000,"enteredAt":null},{"atMs":3300000,"enteredAt":null}]',
		90, ${CREATED}, 60000, 1200000, '127.0.0.0/24' from n`)
await client.execute(`insert into attendances (${attendance}, ${beats})
	values ('whole', 'm0', 'whole', 'watch', 'open', ${CREATED}, 'aa', ${WHOLE_MS}, 1, '{"US-NY":1}', '[[0,${WHOLE_MS}]]', '[]',
		300, ${CREATED}, 0, ${WHOLE_MS}, '127.0.0.0/24')`)
await database().close()
