import * as z from 'zod'

const seq = z.int().min(0)

/** Messages between nodes. An older release answers `done: false` to a message it does not know. */
export const nodeMessage = z.discriminatedUnion('kind', [
	/** Publish up to this position of the queue. */
	z.object({ kind: z.literal('publish'), upTo: seq }),
	/** These pages are gone as of this position of the queue. */
	z.object({ kind: z.literal('withdraw'), paths: z.array(z.string().startsWith('/')), seq }),
	/** An attempt counter was reset. */
	z.object({ kind: z.literal('forget-tries'), key: z.string() }),
])

export type NodeMessage = z.output<typeof nodeMessage>

/** The answer: whether the message was handled. */
export const nodeAnswer = z.object({ done: z.boolean() })
