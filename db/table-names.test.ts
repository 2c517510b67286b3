import { getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'

const schema = import.meta.glob<Record<string, unknown>>('./schema/**/*.ts', { eager: true })
const sources = import.meta.glob<string>(['/{src,db}/**/*.ts', '!**/*.test.ts'], {
	eager: true,
	query: '?raw',
	import: 'default',
})

// A literal name would bypass `TABLES` in .dependency-cruiser.cjs, and renaming a table would miss it.
test('SQL contains no literal table names', () => {
	const exported = Object.values(schema).flatMap((file) => Object.values(file))
	const names = exported.flatMap((value) => (is(value, SQLiteTable) ? [getTableName(value)] : []))
	expect(names.length).toBeGreaterThan(60)
	const inText = new RegExp(`\\b(?:from|join|into|update) "?(?:${names.join('|')})\\b`)
	const isComment = /^\s*(?:\/\/|\/?\*)/
	const violations = Object.entries(sources).flatMap(([file, text]) =>
		text
			.split('\n')
			.filter((line) => inText.test(line) && !isComment.test(line))
			.map((line) => `${file}: ${line.trim()}`),
	)
	expect(violations).toEqual([])
})
