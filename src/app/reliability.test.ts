import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const rows = readFileSync(join(root, 'docs/reliability.md'), 'utf8')
	.split('\n')
	.filter((line) => line.startsWith('| ') && !/^\| (fault|-)/.test(line))

test('the table of faults has them all', () => {
	expect(rows.length).toBeGreaterThanOrEqual(28)
})

test.each(rows)('what shows it is there: %s', (row) => {
	const named = [...row.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)` “([^”]+)”/g)]
	expect(named.length, 'a row without a test').toBeGreaterThan(0)
	for (const [, file = '', title = ''] of named) {
		expect(existsSync(join(root, file)), file).toBe(true)
		expect(readFileSync(join(root, file), 'utf8'), `${file} has no test of that name`).toContain(title)
	}
})
