import { expect, test } from 'vitest'
import { type Cell, Text } from '#db/copy/cells.ts'
import { batchesOf } from './lines.ts'
import { lineOf, rowOf } from './rows.ts'

const text = (content: string) => new Text(Buffer.from(content))
const table = (...columns: string[]) => ({ name: 'of_a_test', columns, key: [0], isShadow: false })

const cells: Cell[] = [
	...[null, 0n, -1n, 9_007_199_254_740_991n, 9_007_199_254_740_992n, 9_223_372_036_854_775_807n],
	...[-9_223_372_036_854_775_808n, 0.1, 3.0, -3.0, 5e-324, 1e300, Infinity, -Infinity, 0.1 + 0.2],
	...['', 'a\0b', '\u2028', '{"integer":"1"}', '\u{1f469}\u200d\u{2696}', 'null', '\r\n'].map(text),
	...[new Text(Buffer.from('61ff62', 'hex')), new Text(Buffer.from('eda080', 'hex'))],
	...[Buffer.alloc(0), Buffer.from([0, 255, 10, 13])],
]

test.each(cells.map((cell) => [cell]))('a value survives a round trip: %s', (cell) => {
	const line = lineOf(table('one', 'other'), [cell, 1n], false) ?? ''
	expect(line.endsWith('\n')).toBe(true)
	expect(line.slice(0, -1)).not.toContain('\n')
	const [back, other] = rowOf('of_a_test', ['one', 'other'], line)
	expect(other).toBe(1n)
	if (cell instanceof Text) expect(Buffer.from((back as Text).bytes)).toEqual(Buffer.from(cell.bytes))
	else expect(back).toEqual(cell)
})

test.each([
	'{"one":{"integer":"1","real":"1"}}',
	'{"one":{"of":"1"}}',
	'{"one":[]}',
	'{"one":true}',
	'{"two":1}',
	'[]',
	'',
])('rejects an invalid line: %s', (line) => {
	expect(() => rowOf('of_a_test', ['one'], line)).toThrow()
})

async function* inPieces(content: string, size: number) {
	const bytes = Buffer.from(content)
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

test('lines end only at a line feed, in chunks of any size', async () => {
	const lines = ['one', '', 'two\u2028two \u{1f469}', 'three\r', 'x'.repeat(50)]
	for (const size of [1, 2, 7, 1_000]) {
		const read: string[][] = []
		for await (const batch of batchesOf(inPieces(lines.map((line) => `${line}\n`).join(''), size), 2)) read.push(batch)
		expect(read.flat()).toEqual(lines)
		expect(read.map((batch) => batch.length)).toEqual([2, 2, 1])
	}
	await expect(batchesOf(inPieces('one\ntwo', 3), 2).next()).rejects.toThrow('The last line is incomplete')
})
