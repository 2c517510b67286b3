import { element, type S3Client, sha256Of } from './s3-client.ts'

/** S3's maximum number of parts per file. */
const MAX_PIECES = 10_000

/** Returns the body of the request that joins the parts with these ETags. */
function completionOf(tags: readonly string[]): Blob {
	const parts = tags.map(
		(tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag.replaceAll('"', '&quot;')}</ETag></Part>`,
	)
	return new Blob([`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`])
}

/** Stores files that are too large for one request in parts of at least `pieceBytes`. */
export function s3Multipart(client: S3Client, pieceBytes: number) {
	const { urlOf, base, keyOf, nameIn, persist, send, sendOnce, errorOf } = client
	const putPiece = (key: string, id: string, number: number, content: Blob) =>
		persist(async () => {
			const url = `${urlOf(key)}?${new URLSearchParams({ partNumber: String(number), uploadId: id })}`
			const answer = await send({ method: 'PUT', url, body: { content, sha256: await sha256Of(content) } })
			await answer.arrayBuffer()
			return answer.headers.get('etag') ?? ''
		})

	/** Completes a multipart upload. S3 may report a failure in a response with status 200. */
	async function joinPieces(key: string, id: string, tags: string[]): Promise<void> {
		await persist(async () => {
			const url = `${urlOf(key)}?${new URLSearchParams({ uploadId: id })}`
			const content = completionOf(tags)
			const body = { content, sha256: await sha256Of(content) }
			const answer = await send({ method: 'POST', url, headers: { 'content-type': 'application/xml' }, body })
			const text = await answer.text()
			if (/<Error>/.test(text)) throw await errorOf(new Response(text, { status: 500 }))
		})
	}

	const abort = (key: string, id: string) =>
		sendOnce({ method: 'DELETE', url: `${urlOf(key)}?${new URLSearchParams({ uploadId: id })}` })
			.then((answer) => answer.arrayBuffer())
			.catch(() => undefined)

	/** Aborts uploads left by a killed process, which would otherwise cost money unnoticed. */
	async function sweep(before: Date): Promise<void> {
		const query = new URLSearchParams({ uploads: '', prefix: keyOf('') })
		const answer = await sendOnce({ method: 'GET', url: `${base}?${query}` })
		const xml = await answer.text()
		// The access key may lack permission to list uploads. A bucket lifecycle rule can delete them (docs/operations.md).
		if (!answer.ok) return
		for (const [, text = ''] of xml.matchAll(/<Upload>(.*?)<\/Upload>/gs)) {
			const startedAt = Date.parse(element(text, 'Initiated') ?? '')
			if (startedAt < before.getTime()) await abort(nameIn(text), element(text, 'UploadId') ?? '')
		}
	}

	async function put(key: string, content: Blob): Promise<void> {
		const xml = await persist(async () => (await send({ method: 'POST', url: `${urlOf(key)}?uploads=` })).text())
		const id = element(xml, 'UploadId') ?? ''
		const length = Math.max(pieceBytes, Math.ceil(content.size / MAX_PIECES))
		try {
			const tags: string[] = []
			for (let start = 0; start < content.size; start += length)
				tags.push(await putPiece(key, id, tags.length + 1, content.slice(start, start + length)))
			await joinPieces(key, id, tags)
		} catch (error) {
			// Otherwise, the uploaded parts would cost money unnoticed.
			await abort(key, id)
			throw error
		}
	}

	return { put, sweep }
}
