import { describe, expect, test } from 'vitest'
import { backupName, backupsToKeep, parseBackupName } from './names.ts'

const site = 'club.example'
const HOUR_MS = 3_600_000

test('parses the date from a backup name and rejects all other names', () => {
	const at = new Date('2026-11-22T03:04:05Z')
	const name = backupName(site, at)
	expect(name).toBe('second-chair-club.example-2026-11-22T03-04-05Z')
	for (const suffix of ['.db.gz', '.json']) expect(parseBackupName(site, name + suffix)).toEqual({ name, at })
	for (const other of [
		name,
		`${name}.db`,
		`${name}.db.gz.partial`,
		`x${name}.db.gz`,
		`${name}-copy.db.gz`,
		'second-chair-club.example-2026-13-45T03-04-05Z.db.gz',
		'second-chair-2026-11-22T03-04-05-000Z.db',
		// Another site in the same storage, whose name starts with ours.
		backupName('club.example.org', at).concat('.json'),
		backupName('staging.club.example', at).concat('.json'),
	])
		expect(parseBackupName(site, other)).toBeUndefined()
})

describe('retention', () => {
	const newest = new Date('2026-11-22T12:00:00Z').getTime()
	const backups = (hoursAgo: number[]) =>
		hoursAgo.map((hours) => ({ name: `${hours}`, at: new Date(newest - hours * HOUR_MS) }))
	const kept = (hoursAgo: number[], keep: Parameters<typeof backupsToKeep>[1]) =>
		[...backupsToKeep(backups(hoursAgo), keep)].map(Number).toSorted((a, b) => a - b)

	test('keeps the newest of each of the last hours, days and weeks', () => {
		// Every six hours for sixty days.
		const all = Array.from({ length: 240 }, (_, index) => index * 6)
		// Four of the last day, the last of each day (18:00), and the last of each week (Sunday, 18:00).
		expect(kept(all, { hours: 4, days: 3, weeks: 3 })).toEqual([0, 6, 12, 18, 42, 162, 330])
	})

	test('keeps old backups when none were made for a long time', () => {
		expect(kept([5_000, 5_024, 5_048, 5_072], { hours: 0, days: 3, weeks: 0 })).toEqual([5_000, 5_024, 5_048])
	})

	test('always keeps the newest', () => {
		expect(kept([3, 30], { hours: 0, days: 0, weeks: 0 })).toEqual([3])
		expect(kept([], { hours: 1, days: 1, weeks: 1 })).toEqual([])
	})
})
