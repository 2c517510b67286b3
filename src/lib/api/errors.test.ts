import { expect, test } from 'vitest'
import { ApiError, messageOf } from './errors.ts'

test('an error has its status in the message, and screens show only the sentence', () => {
	const error = new ApiError(401, 'Invalid email or password')
	expect(error.message).toBe('401: Invalid email or password')
	expect(messageOf(error, 'Failed to login')).toBe('Invalid email or password')
})

test.each([new ApiError(503, ''), new Error(''), 'thrown text', undefined])(
	'uses the fallback for an error without a sentence: %s',
	(error) => expect(messageOf(error, 'Failed to login')).toBe('Failed to login'),
)

test('shows the message of a browser error', () => {
	expect(messageOf(new Error('We could not reach the server.'), 'Failed')).toBe('We could not reach the server.')
})
