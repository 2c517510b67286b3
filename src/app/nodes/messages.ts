import * as z from 'zod'

const seq = z.int().min(0)

/** What nodes say to each other. A release that does not know a message answers that it did not do it. */
export const nodeMessage = z.discriminatedUnion('kind', [
	/** Publish up to this position of the queue. */
	z.object({ kind: z.literal('publish'), upTo: seq }),
	/** These pages are gone at this position of the queue. */
	z.object({ kind: z.literal('withdraw'), paths: z.array(z.string().startsWith('/')), seq }),
	/** A counter of tries began anew. */
	z.object({ kind: z.literal('forget-tries'), key: z.string() }),
])

export type NodeMessage = z.output<typeof nodeMessage>

/** Whether it was done. */
export const nodeAnswer = z.object({ done: z.boolean() })
