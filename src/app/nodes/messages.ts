import * as z from 'zod'

const seq = z.int().min(0)

/** Messages between nodes. An older release answers an unknown message with `done: false`. */
export const nodeMessage = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('publish'), upTo: seq }),
	/** These pages are gone as of this position in the queue. */
	z.object({ kind: z.literal('withdraw'), paths: z.array(z.string().startsWith('/')), seq }),
	z.object({ kind: z.literal('forget-tries'), key: z.string() }),
])

export type NodeMessage = z.output<typeof nodeMessage>

export const nodeAnswer = z.object({ done: z.boolean() })
