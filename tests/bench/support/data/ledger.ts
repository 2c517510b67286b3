import { database, openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { hashPassword } from '#src/features/auth/server/passwords/passwords.ts'
import { CLUB_PASSWORD, clubMember } from '../club.ts'

// Fills a database with a member who has two admissions and many credits, over ten years.
// Usage: node ledger.ts FILE CREDITS

const [file = '', credits = '500'] = process.argv.slice(2)
useDatabase(await openDatabase({ url: `file:${file}` }))
await migrateDatabase(database())
const { client } = database()
await client.execute('pragma synchronous = off')
const CREATED = 1_767_225_600_000
await client.execute({
	sql: `insert into users (id, name, username, email, email_key, password_hash, role, status, created_at, updated_at)
		values ('m0', 'Member', 'member0', ?, ?, ?, 'user', 'active', ${CREATED}, ${CREATED})`,
	args: [clubMember(0), clubMember(0), await hashPassword(CLUB_PASSWORD)],
})
for (const [id, jurisdiction, birthday, group] of [
	['a0', 'US-NY', '1980-03-12', null],
	['a1', 'US-CA', null, 2],
] as const)
	await client.execute({
		sql: `insert into cle_admissions (id, user_id, jurisdiction, bar_number, admitted_on, birthday, group_no, cycle_kind,
				status, inactive_months, filings, extensions, created_at)
			values (?, 'm0', ?, '4711', '2010-06-17', ?, ?, 'experienced', 'active', '[]', '[]', '[]', ${CREATED})`,
		args: [id, jurisdiction, birthday, group],
	})
await client.execute(`with recursive n (i) as (select 0 union all select i + 1 from n where i < ${Number(credits) - 1})
	insert into cle_credits (id, admission_id, user_id, source, title, provider, date, minutes, format, credits, approval,
		created_at)
	select 'c' || substr('000000' || i, -7), 'a' || (i % 2), 'm0', 'outside', 'Programme ' || i, 'Provider ' || (i % 20),
		date('now', '-' || (i * 7) || ' days'), 60, case i % 3 when 0 then 'live' when 1 then 'recorded' else 'self-study' end,
		json_object(case when i % 5 = 0 then 'ethics' when i % 2 then 'general' else 'areas' end, 100), 'own', ${CREATED} from n`)
await database().close()
