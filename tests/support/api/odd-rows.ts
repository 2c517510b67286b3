import { DatabaseSync } from 'node:sqlite'
import { openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { seedDemo } from '#src/app/seed/index.ts'

/** Creates a demonstration club in a new file. */
export async function demoFile(file: string): Promise<void> {
	const opened = await openDatabase({ url: `file:${file}` })
	await migrateDatabase(opened)
	useDatabase(opened)
	await seedDemo()
	useDatabase(undefined)
	await opened.close()
}

/** Adds data that a copy could lose: limits of every type, and tables of every kind. */
export function addOddRows(file: string): void {
	const odd = new DatabaseSync(file)
	odd.exec(`
		create table odd (value any, note text);
		create table "we""ird" (rowid text, "se lect" integer, twice integer generated always as ("se lect" * 2) stored);
		create table pairs (one text collate nocase, two integer, primary key (one, two)) without rowid;
		create table counted (id integer primary key autoincrement, text text);
		create index odd_notes on odd (note) where note is not null;
		create view odd_view as select note from odd;
		create trigger odd_counted after insert on odd begin insert into counted (text) values (new.note); end;
	`)
	const add = odd.prepare('insert into odd (value, note) values (?, ?)')
	const integers = [0n, -1n, 9_007_199_254_740_993n, 9_223_372_036_854_775_807n, -9_223_372_036_854_775_808n]
	const reals = [0.1 + 0.2, 5e-324, 1.797_693_134_862_315_7e308, Infinity, -Infinity, 3.0]
	const texts = ['', 'a\0b', "'); drop table users; --", '\u{1f469}\u200d\u{2696}\ufe0f \u05d0 \ufffd', '0123', 'null']
	const blobs = [new Uint8Array(0), Uint8Array.from([0, 255, 0]), new Uint8Array(2_500_000).fill(7)]
	for (const value of [null, ...integers, ...reals, ...texts, ...blobs]) add.run(value, `a ${typeof value}`)
	// Invalid UTF-8 that no string can contain: truncated characters, surrogates, overlong bytes.
	for (const hex of ['61ff62', 'eda080', 'c0af']) odd.exec(`insert into odd (value) values (cast(x'${hex}' as text))`)
	// Adds values larger than a server response may be, and more rows than fit into a page.
	for (let row = 0; row < 2; row++) add.run(new Uint8Array(2_500_000).fill(row), 'large')
	for (let row = 0; row < 2_500; row++) add.run(`row ${row}`, null)
	// Leaves gaps in the row ids and an autoincrement counter beyond the highest id.
	odd.exec('delete from odd where rowid % 7 = 3; delete from counted where id > 20')
	odd.prepare('insert into "we""ird" (rowid, "se lect") values (?, ?)').run('not a number', 4)
	for (const [one, two] of [
		['b', 1],
		['B', 2],
		['a', 9],
		['a', -9],
	] as const)
		odd.prepare('insert into pairs values (?, ?)').run(one, two)
	odd.close()
}
