/** Why a feed was rejected. For tests and the log; people read the message. */
export type FeedFailure =
	| 'address'
	| 'private-address'
	| 'redirects'
	| 'network'
	| 'timeout'
	| 'status'
	| 'compression'
	| 'too-large'
	| 'doctype'
	| 'not-a-feed'
	| 'too-complex'
	| 'no-episodes'

/** A rejected feed. The message is one sentence for the admin who set the feed's URL. */
export class FeedError extends Error {
	override name = 'FeedError'
	readonly failure: FeedFailure

	constructor(failure: FeedFailure, message: string, options?: ErrorOptions) {
		super(message, options)
		this.failure = failure
	}
}
