import { LibsqlError } from '@libsql/client'
import { expect, test, vi } from 'vitest'
import { unavailableError } from '#db/errors.ts'
import { DatabaseFileError } from '#db/inspect.ts'
import * as settings from '#src/platform/env/env.ts'
import { sentenceOf } from './startup-errors.ts'

const failure = (facts: object) => Object.assign(new Error('failed'), facts)

test('describes in one sentence an error that a person can fix', () => {
	expect(sentenceOf(new DatabaseFileError('The database x is a folder.'))).toBe('The database x is a folder.')
	expect(sentenceOf(failure({ code: 'EADDRINUSE', syscall: 'listen' }))).toContain('is in use')
	expect(sentenceOf(failure({ code: 'EACCES', syscall: 'listen' }))).toContain('may not listen on port')
})

test('names the port that is taken', () => {
	const listener = { host: '127.0.0.1', port: 9464 }
	vi.spyOn(settings, 'env').mockReturnValue({ ...settings.env(), port: 4321, metrics: { listener, token: undefined } })
	const taken = (port: number) => sentenceOf(failure({ code: 'EADDRINUSE', syscall: 'listen', port }))
	expect(taken(9464)).toBe(
		'Port 9464 of 127.0.0.1 is in use. Stop what runs there, or set METRICS_PORT to another one.',
	)
	expect(taken(4321)).toContain('set PORT to another one.')
})

test('does not mistake an unwritable folder for a port', () => {
	expect(sentenceOf(failure({ code: 'EACCES', syscall: 'mkdir', path: '/data/site' }))).toBe(
		"The server's user cannot read and write /data/site. Grant it access, or choose another path.",
	)
})

test('names the write target of a full disk, not the source', () => {
	const full = { code: 'ENOSPC', path: '/app/dist/client/a.js', dest: '/data/assets/a.js' }
	expect(sentenceOf(failure({ ...full, syscall: 'copyfile' }))).toBe(
		'The disk of /data/assets/a.js is full. Free some space, or choose another path.',
	)
	const sentence = `The disk of ${settings.env().dataDir}, or of the program, is full. Free some space.`
	// A write to an open file reports no path, and neither does SQLite.
	expect(sentenceOf(failure({ code: 'ENOSPC', syscall: 'write' }))).toBe(sentence)
	const cause = new LibsqlError('SQLITE_FULL: database or disk is full', 'SQLITE_FULL')
	expect(sentenceOf(unavailableError(cause))).toBe(sentence)
})

test('returns undefined for bugs', () => {
	expect(sentenceOf(new TypeError('x is not a function'))).toBeUndefined()
	expect(sentenceOf(failure({ code: 'ENOENT', syscall: 'open', path: '/x' }))).toBeUndefined()
})
