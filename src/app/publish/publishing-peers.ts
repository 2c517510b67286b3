/** The announcement of one change to the other nodes. */
export interface Publication {
	/** Whether all of them have published it. */
	readonly everywhere: Promise<boolean>
	/**
	 * Makes nodes that missed the publish remove these pages. Resolves when no reachable node shows them.
	 * @param seq the queue position at which they were gone.
	 */
	withdraw(paths: string[], seq: number): Promise<unknown>
}

/** The other nodes, as seen by the publisher. */
export interface PublishingPeers {
	/** Asks all nodes to publish up to this queue position. */
	publish(upTo: number): Publication
}
