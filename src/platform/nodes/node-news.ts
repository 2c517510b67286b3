/** Messages between nodes, other than page changes. Best effort: a node that misses a message recovers without it. */
interface NodeNews {
	/** A rate limit was reset: its `key` in `rate_limits`. */
	'forget-tries': string
}

type SendNews = <Topic extends keyof NodeNews>(topic: Topic, detail: NodeNews[Topic]) => void

let sender: SendNews | undefined

export const sendToNodes: SendNews = (topic, detail) => sender?.(topic, detail)

export function sendNews(send: SendNews): () => void {
	sender = send
	return () => {
		if (sender === send) sender = undefined
	}
}
