import { expect, test } from 'vitest'
import { DatabaseFileError } from '#db/inspect.ts'
import { sentenceOf } from './start-failure.ts'

const failure = (facts: object) => Object.assign(new Error('failed'), facts)

test('what a person can put right is one sentence', () => {
	expect(sentenceOf(new DatabaseFileError('The database x is a folder.'))).toBe('The database x is a folder.')
	expect(sentenceOf(failure({ code: 'EADDRINUSE', syscall: 'listen' }))).toContain('is in use')
	expect(sentenceOf(failure({ code: 'EACCES', syscall: 'listen' }))).toContain('may not listen on port')
})

test('a folder that cannot be written is not taken for a port', () => {
	expect(sentenceOf(failure({ code: 'EACCES', syscall: 'mkdir', path: '/data/site' }))).toBe(
		'This user may not read and write /data/site. Give it the right to, or choose another place.',
	)
})

test('our own mistakes are not explained away', () => {
	expect(sentenceOf(new TypeError('x is not a function'))).toBeUndefined()
	expect(sentenceOf(failure({ code: 'ENOENT', syscall: 'open', path: '/x' }))).toBeUndefined()
})
