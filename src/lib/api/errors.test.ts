import { expect, test } from 'vitest'
import { ApiError, messageOf } from './errors.ts'

test('an error has the status in its message, and screens show the sentence', () => {
	const error = new ApiError(401, 'Invalid email or password')
	expect(error.message).toBe('401: Invalid email or password')
	expect(messageOf(error, 'Failed to login')).toBe('Invalid email or password')
})

test.each([new ApiError(503, ''), new Error(''), 'thrown text', undefined])(
	'falls back without a sentence: %s',
	(error) => expect(messageOf(error, 'Failed to login')).toBe('Failed to login'),
)

test('shows the message of an error of the browser', () => {
	expect(messageOf(new Error('We could not reach the server.'), 'Failed')).toBe('We could not reach the server.')
})
