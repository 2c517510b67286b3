export interface Publication {
	readonly everywhere: Promise<boolean>
	/**
	 * Makes nodes that missed the publish remove these pages. Resolves when no reachable node shows them.
	 * @param seq the queue position at which they were gone.
	 */
	withdraw(paths: string[], seq: number): Promise<unknown>
}

export interface PublishingPeers {
	/** Asks all nodes to publish up to this queue position. */
	publish(upTo: number): Publication
}
