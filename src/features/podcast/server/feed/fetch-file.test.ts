import { expect, test } from 'vitest'
import { FeedError } from './feed-error.ts'
import { forFile } from './fetch-file.ts'

test.each([
	[
		"The feed's server feed.example answered with status 404.",
		"The transcript's server feed.example answered with status 404.",
	],
	['The feed is larger than 5 MB, which is too large.', 'The transcript is larger than 5 MB, which is too large.'],
	[
		'The feed leads to 10.0.0.1, which is not a public address. Set FEED_ALLOW_PRIVATE=true if that is meant.',
		'The transcript leads to 10.0.0.1, which is not a public address.',
	],
])('rephrases a feed error for its file and keeps the host name: %s', (message, expected) => {
	expect(forFile(new FeedError('network', message), 'transcript').message).toBe(expected)
})

test('names the chapters file in the error', () => {
	const error = new FeedError('too-complex', 'The feed takes too much time or memory to read, and was given up.')
	expect(forFile(error, 'chapters').message).toBe(
		'The chapters file takes too much time or memory to read, and was given up.',
	)
})
