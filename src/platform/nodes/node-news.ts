/** What one node tells the others besides changes of pages. Nothing depends on it: who misses it finds out by itself. */
export interface NodeNews {
	/** A counter of tries began anew: `key` of `rate_limits`. */
	'forget-tries': string
}

type SendNews = <Topic extends keyof NodeNews>(topic: Topic, detail: NodeNews[Topic]) => void

let tell: SendNews | undefined

/** Tells all other nodes, without waiting for them. Does nothing where there are none. */
export const sendToNodes: SendNews = (topic, detail) => tell?.(topic, detail)

/** Makes `send` what `sendToNodes` does, until the returned function is called. */
export function sendNews(send: SendNews): () => void {
	tell = send
	return () => {
		if (tell === send) tell = undefined
	}
}
