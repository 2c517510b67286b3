/** What a node tells the others of one change. */
export interface Publication {
	/** Whether all of them have published it. */
	readonly everywhere: Promise<boolean>
	/**
	 * Makes those that could not publish it in time take these pages away. Resolves once no node shows them any more that
	 * can be told.
	 * @param seq the position of the queue at which they were gone.
	 */
	withdraw(paths: string[], seq: number): Promise<unknown>
}

/** The other nodes, as the publisher knows them. */
export interface PublishingPeers {
	/** Asks all of them to publish up to this position of the queue. */
	publish(upTo: number): Publication
}
