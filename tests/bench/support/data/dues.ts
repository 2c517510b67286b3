import { database, openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { hashPassword } from '#src/features/auth/server/passwords/passwords.ts'
import { CLUB_PASSWORD } from '../club.ts'

// Fills a database with a club that collects dues: half of the members pay by card, and some are due soon, late,
// paused or complimentary. Each member has paid for two periods.
// Usage: node dues.ts FILE MEMBERS

const [file = '', members = '100'] = process.argv.slice(2)
useDatabase(await openDatabase({ url: `file:${file}` }))
await migrateDatabase(database())
const { client } = database()
await client.execute('pragma synchronous = off')
const count = Number(members)
const numbers = `with recursive n (i) as (select 0 union all select i + 1 from n where i < ${count - 1})`
const id = "'m' || substr('000000' || i, -7)"
const CREATED = 1_767_225_600_000
await client.execute(`insert into settings (key, value, updated_at, updated_by)
	values ('club', '{"collectsDues":"on","name":"Club of many"}', ${CREATED}, 'Bench')`)
await client.execute({
	sql: `${numbers}
		insert into users (id, name, username, email, email_key, password_hash, role, status, created_at, updated_at)
		select ${id}, 'Member ' || i, 'member' || i, 'member' || i || '@example.com', 'member' || i || '@example.com', ?,
			'user', case when i % 21 = 20 then 'inactive' else 'active' end, ${CREATED}, ${CREATED} from n`,
	args: [await hashPassword(CLUB_PASSWORD)],
})
for (const [at, [name, amount, months]] of [
	['Monthly', 4_900, 1],
	['Annual', 49_000, 12],
	['Firm', 89_000, 12],
].entries() as IterableIterator<[number, [string, number, number]]>)
	await client.execute({
		sql: `insert into plans (id, name, description, amount_cents, currency, months, provider_price, created_at)
			values (?, ?, '', ?, 'USD', ?, ?, ${CREATED})`,
		args: [`plan${at}`, name, amount, months, `price_00000${at}`],
	})
const CONSENT = JSON.stringify({ text: 'I agree that the club charges my card '.repeat(5), at: CREATED })
await client.execute({
	sql: `${numbers}
		insert into memberships (user_id, plan_id, started_on, anchor_day, paid_through, trial_until, complimentary_until,
			paused_on, cancelled_at, customer_id, subscription_id, consent)
		select ${id}, 'plan' || (i % 3), date('now', '-' || (i % 700) || ' days'), 1 + i % 28,
			date('now', (i * 37 % 400 - 20) || ' days'), case when i % 50 = 1 then date('now', '+10 days') end,
			case when i % 30 = 2 then '9999-12-31' end, case when i % 60 = 3 then date('now', '-5 days') end,
			case when i % 25 = 4 then ${CREATED} end, 'cus_' || i, case when i % 2 then 'sub_' || i end,
			case when i % 2 then ? end from n`,
	args: [CONSENT],
})
const PAPER = `'{"name":"Club","address":"1200 Main Street","email":"a@club.example","taxLine":"No sales tax is charged.","color":""}',
	json_object('name', 'Member ' || i, 'firm', 'Law Office ' || i), json_array(json_object('text', 'Annual', 'amountCents', 49000))`
for (const year of [2025, 2026]) {
	await client.execute(`${numbers}
		insert into invoices (id, year, sequence, user_id, issued_on, due_on, period_from, period_to, seller, buyer, lines,
			total_cents, currency, created_at)
		select printf('${year}-%04d', i + 1), ${year}, i + 1, ${id}, '${year}-03-01', '${year}-03-14', '${year}-03-14',
			'${year + 1}-03-13', ${PAPER}, 49000, 'USD', ${CREATED} from n`)
	await client.execute(`${numbers}
		insert into dues_payments (id, user_id, invoice_id, amount_cents, currency, kind, paid_on, reference, recorded_by, created_at)
		select 'p${year}' || i, ${id}, printf('${year}-%04d', i + 1), 49000, 'USD', 'check',
			date('${year}-01-01', (i % 360) || ' days'), i, 'Bench', ${CREATED} from n`)
}
await client.execute('pragma wal_checkpoint(truncate)')
await database().close()
useDatabase(undefined)
