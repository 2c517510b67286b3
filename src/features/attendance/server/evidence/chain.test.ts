import { expect, test } from 'vitest'
import { canonicalJson, faultOf, type Link, linkHash } from './chain.ts'

test('equal evidence has equal bytes', () => {
	expect(canonicalJson({ b: [1, { d: null, c: 'x"' }], a: true, e: undefined })).toBe(
		'{"a":true,"b":[1,{"c":"x\\"","d":null}]}',
	)
	expect(canonicalJson({ one: 1, two: 2 })).toBe(canonicalJson({ two: 2, one: 1 }))
})

const TODAY = '2030-06-01'
const link = (previousHash: string, json: string): Link => ({
	...{ attendanceId: 'one', json, previousHash, hash: linkHash(previousHash, json) },
	keptUntil: '2031-01-01',
})

test('each link follows the previous one and matches its own evidence', () => {
	const first = link('', '{"a":1}')
	const second = link(first.hash, '{"a":2}')
	expect(faultOf(first, undefined, TODAY)).toBeUndefined()
	expect(faultOf(second, first.hash, TODAY)).toBeUndefined()
	expect(faultOf({ ...second, json: '{"a":3}' }, first.hash, TODAY)).toBe('was changed')
	expect(faultOf(second, undefined, TODAY)).toBe('does not follow the record before it')
})

test('evidence may be deleted only after its retention period', () => {
	const gone = { ...link('', '{"a":1}'), json: '' }
	expect(faultOf(gone, undefined, TODAY)).toBe('was deleted before its keeping period was over')
	expect(faultOf(gone, undefined, '2031-01-01')).toBe('was deleted before its keeping period was over')
	expect(faultOf(gone, undefined, '2031-01-02')).toBeUndefined()
})
