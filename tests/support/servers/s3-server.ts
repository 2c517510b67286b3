import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * A small S3 server that verifies everything: it recomputes each AWS Signature Version 4 with independent code, and
 * compares each body with its signed checksum.
 */
export interface S3Server {
	readonly endpoint: string
	readonly accessKeyId: string
	readonly secretAccessKey: string
	readonly region: string
	readonly bucket: string
	/** Stored objects by key. */
	readonly objects: Map<string, { body: Buffer; sum: string | undefined; at: Date }>
	/** Multipart uploads that are neither completed nor aborted, by id. */
	readonly unfinished: Map<string, { key: string; pieces: Map<number, Buffer>; at: Date }>
	/** `METHOD /path` of every correctly signed request, in order. */
	readonly requests: string[]
	/** Handlers for the next requests, one per request. For `undefined`, the request is served normally. */
	readonly surprises: Array<RequestListener | undefined>
	stop(): Promise<void>
}

const REGION = 'eu-test-1'
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()
const encoded = (text: string) =>
	encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const xml = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`

/** Returns the S3 error code of an invalid signature. */
function wrongOf(
	request: IncomingMessage,
	url: URL,
	body: Buffer,
	keys: { id: string; secret: string },
): string | undefined {
	const match =
		/^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, *SignedHeaders=([^,]+), *Signature=([0-9a-f]{64})$/.exec(
			request.headers.authorization ?? '',
		)
	if (!match) return 'AccessDenied'
	const [, id = '', day = '', region = '', names = '', signature = ''] = match
	if (id !== keys.id) return 'InvalidAccessKeyId'
	if (region !== REGION) return 'AuthorizationHeaderMalformed'
	const stamp = String(request.headers['x-amz-date'])
	const time = Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
	if (!stamp.startsWith(day) || !(Math.abs(Date.now() - time) < 15 * 60_000)) return 'RequestTimeTooSkewed'
	const signed = names.split(';')
	// All of these headers must be signed, or a third party could add some.
	const needed = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))]
	if (needed.some((name) => !signed.includes(name))) return 'AccessDenied'
	const claimed = String(request.headers['x-amz-content-sha256'])
	const query = [...url.searchParams]
		.map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
		.toSorted()
		.join('&')
	const canonical = [
		request.method,
		url.pathname,
		query,
		...signed.map((name) => `${name}:${String(request.headers[name]).trim().replaceAll(/ +/g, ' ')}`),
		'',
		names,
		claimed,
	].join('\n')
	const scope = `${day}/${region}/s3/aws4_request`
	const key = [region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${keys.secret}`, day))
	const expected = hmac(key, `AWS4-HMAC-SHA256\n${stamp}\n${scope}\n${sha256(canonical)}`)
	if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return 'SignatureDoesNotMatch'
	return claimed === sha256(body) ? undefined : 'XAmzContentSHA256Mismatch'
}

const PAGE = 3
type Reply = [status: number, body?: Buffer | string | undefined, headers?: Record<string, string>]

export async function startS3(): Promise<S3Server> {
	const objects: S3Server['objects'] = new Map()
	const unfinished: S3Server['unfinished'] = new Map()
	const requests: string[] = []
	const surprises: S3Server['surprises'] = []
	const keys = { id: 'TESTKEY', secret: 'a secret / with + signs=' }
	const bucket = 'club-backups'

	function list(query: URLSearchParams): string {
		const after = query.get('continuation-token') ?? ''
		const all = [...objects]
			.filter(([key]) => key.startsWith(query.get('prefix') ?? '') && key > after)
			.toSorted(([a], [b]) => (a < b ? -1 : 1))
		const page = all.slice(0, PAGE)
		const contents = page.map(
			([key, { body, at }]) =>
				`<Contents><Key>${key.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</Key><LastModified>${at.toISOString()}</LastModified><ETag>&quot;x&quot;</ETag><Size>${body.length}</Size></Contents>`,
		)
		const isTruncated = all.length > page.length
		const next = isTruncated ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : ''
		return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
	}

	function listUnfinished(query: URLSearchParams): string {
		const uploads = [...unfinished]
			.filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''))
			.map(
				([id, { key, at }]) =>
					`<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
			)
		return `<?xml version="1.0"?><ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`
	}

	/** Handles multipart uploads: create, upload, complete, abort. Returns undefined for other requests. */
	function inPieces(method: string, { searchParams: query }: URL, key: string, body: Buffer): Reply | undefined {
		if (method === 'POST' && query.has('uploads')) {
			const id = `upload-${unfinished.size + requests.length}`
			unfinished.set(id, { key, pieces: new Map(), at: new Date() })
			return [200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`]
		}
		const id = query.get('uploadId')
		if (id === null) return undefined
		const begun = unfinished.get(id)
		if (begun?.key !== key) return [404, xml('NoSuchUpload')]
		if (method === 'PUT') {
			begun.pieces.set(Number(query.get('partNumber')), body)
			return [200, undefined, { etag: `"${sha256(body)}"` }]
		}
		unfinished.delete(id)
		if (method === 'DELETE') return [204]
		const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&quot;(\w+)&quot;<\/ETag>/g)]
		const pieces = named.map(([, number, tag]) => ({ piece: begun.pieces.get(Number(number)), tag }))
		// Like Amazon, returns 200 with an error body for a failed completion.
		if (pieces.some(({ piece, tag }) => !piece || sha256(piece) !== tag)) return [200, xml('InvalidPart')]
		const whole = Buffer.concat(pieces.flatMap(({ piece }) => piece ?? []))
		objects.set(key, { body: whole, sum: undefined, at: new Date() })
		return [200, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>']
	}

	function put({ headers }: IncomingMessage, key: string, body: Buffer): [number, string?] {
		// Like Amazon, rejects a body without a length.
		if (headers['content-length'] === undefined) return [411, xml('MissingContentLength')]
		if (headers['if-none-match'] === '*' && objects.has(key)) return [412, xml('PreconditionFailed')]
		objects.set(key, { body, sum: headers['x-amz-meta-sha256'] as string | undefined, at: new Date() })
		return [200]
	}

	function give({ method, headers }: IncomingMessage, { body, sum }: { body: Buffer; sum: string | undefined }): Reply {
		const facts: Record<string, string> = sum ? { 'x-amz-meta-sha256': sum } : {}
		const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
		if (from && to) return [206, body.subarray(Number(from), Number(to) + 1), facts]
		return [200, method === 'HEAD' ? undefined : body, facts]
	}

	function answer(request: IncomingMessage, url: URL, body: Buffer): Reply {
		const [, name, ...path] = decodeURIComponent(url.pathname).split('/')
		if (name !== bucket) return [404, xml('NoSuchBucket')]
		const key = path.join('/')
		if (request.method === 'GET' && key === '' && url.searchParams.has('uploads'))
			return [200, listUnfinished(url.searchParams)]
		if (request.method === 'GET' && key === '') return [200, list(url.searchParams)]
		const ofPieces = inPieces(request.method ?? '', url, key, body)
		if (ofPieces) return ofPieces
		const found = objects.get(key)
		if (request.method === 'PUT') return put(request, key, body)
		if (request.method === 'DELETE') {
			objects.delete(key)
			return [204]
		}
		if (!found) return [404, request.method === 'HEAD' ? undefined : xml('NoSuchKey')]
		return give(request, found)
	}

	const server = createServer(async (request, response) => {
		const surprise = surprises.shift()
		if (surprise) {
			surprise(request, response)
			return
		}
		try {
			const body = await buffer(request)
			const url = new URL(request.url ?? '/', 'http://storage.example')
			const wrong = wrongOf(request, url, body, keys)
			if (!wrong) requests.push(`${request.method} ${url.pathname}`)
			const [status, text, headers] = wrong
				? [wrong.startsWith('X') ? 400 : 403, xml(wrong), {}]
				: answer(request, url, body)
			response.writeHead(status, headers).end(text)
		} catch {
			response.destroy()
		}
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	return {
		...{ endpoint, accessKeyId: keys.id, secretAccessKey: keys.secret, region: REGION },
		...{ bucket, objects, unfinished, requests, surprises },
		async stop() {
			server.closeAllConnections()
			await new Promise((resolve) => server.close(resolve))
		},
	}
}
