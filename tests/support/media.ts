import { completeMedia, createMedia, type MediaItem, putMediaPart } from '#src/features/media/contract.ts'
import type { Purpose } from '#src/features/media/kinds.ts'
import { callApi, type Principal, type Reply } from './api.ts'
import { sha256 } from './media-samples.ts'

interface Announced {
	name: string
	type?: string
	purpose?: Purpose
	isPublic?: boolean
}

/** Announces a file of these bytes. */
export const announce = (
	as: Principal,
	bytes: Uint8Array,
	{ name, type = '', purpose = 'library', isPublic }: Announced,
) =>
	callApi(createMedia, {
		as,
		body: { name, type, purpose, size: bytes.byteLength, ...(isPublic === undefined ? {} : { isPublic }) },
	})

export const sendPart = (as: Principal, id: string, part: number, rawBody: Uint8Array) =>
	callApi(putMediaPart, { as, params: { id, part: String(part) }, rawBody })

export const finish = (as: Principal, id: string, bytes: Uint8Array) =>
	callApi(completeMedia, { as, params: { id }, body: { sha256: sha256(bytes) } })

/** Sends a file whole. @returns the last answer. */
export async function upload(as: Principal, bytes: Uint8Array, announced: Announced): Promise<Reply> {
	const begun = await announce(as, bytes, announced)
	if (begun.status !== 201) return begun
	const { id, partSize, parts } = begun.json as { id: string; partSize: number; parts: number }
	for (let part = 1; part <= parts; part++) {
		const sent = await sendPart(as, id, part, bytes.subarray((part - 1) * partSize, part * partSize))
		if (sent.status !== 204) return sent
	}
	return finish(as, id, bytes)
}

export const itemOf = (reply: Reply) => reply.json as MediaItem
