import { ApiError } from '#src/lib/api/errors.ts'
import { readBody } from '#src/platform/http/read-body.ts'
import { type Exchange, sendDynamic } from '#src/platform/http/send.ts'
import { inTime } from '#src/platform/in-time.ts'
import { forgetCopy } from '#src/platform/limits/rate-limit.ts'
import { CallListener, NODE_CALL_LIMIT, SIGNATURE_HEADER, type VerifiedCall } from '#src/platform/nodes/signed-calls.ts'
import type { Publisher } from '../publish/publisher.ts'
import { type NodeMessage, nodeMessage } from './messages.ts'

/** Time limit for an answer, in milliseconds: below the caller's timeout. */
const ANSWER_MS = 1_200

/** Handles a message from another node. @returns whether it is done. */
async function handleMessage(message: NodeMessage, publisher: Publisher): Promise<boolean> {
	switch (message.kind) {
		case 'publish':
			return publisher.publishUpTo(message.upTo)
		case 'withdraw':
			await publisher.withdraw(message.paths, message.seq)
			return true
		case 'forget-tries':
			forgetCopy(message.key)
			return true
	}
}

async function read(exchange: Exchange, call: VerifiedCall): Promise<NodeMessage | undefined> {
	const body = await readBody(exchange.req, NODE_CALL_LIMIT)
	if (!call.hasBody(body)) throw new ApiError(403, 'Not signed')
	return nodeMessage.safeParse(JSON.parse(Buffer.from(body).toString())).data
}

/** Handles a call from another node; returns undefined for other requests. */
export type NodeCallHandler = (exchange: Exchange) => Promise<void> | undefined

/** Creates the handler for calls from other nodes. It reveals nothing to a caller without a valid signature. */
export function nodeCallHandler(id: string, publisher: Publisher): NodeCallHandler {
	const listener = new CallListener(id)
	return (exchange) => {
		const call = listener.verify(exchange.req.headers[SIGNATURE_HEADER]?.toString())
		return call && answer(exchange, call, publisher)
	}
}

async function answer(exchange: Exchange, call: VerifiedCall, publisher: Publisher): Promise<void> {
	const message = await read(exchange, call).catch(() => 'unsigned' as const)
	if (message === 'unsigned') return sendDynamic(exchange, { status: 403, headers: [], body: undefined })
	const done = message !== undefined && (await inTime(handleMessage(message, publisher), ANSWER_MS, false))
	const body = JSON.stringify({ done })
	const headers = [
		['Content-Type', 'application/json; charset=utf-8'],
		[SIGNATURE_HEADER, call.signAnswer(body)],
	] as const
	await sendDynamic(exchange, { status: 200, headers, body })
}
