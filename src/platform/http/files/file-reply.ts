import type { Readable } from 'node:stream'
import { lineOf } from '#src/lib/text/line-of.ts'
import { type ApiReply, type ApiRequest, FileBody } from '../api-types.ts'
import { type ByteRange, parseRange } from './byte-range.ts'

export interface FileFacts {
	bytes: number
	type: string
	etag: string
	cacheControl: string
	/** File name for a download; undefined to display the file inline. */
	downloadAs?: string
	/** As in `ApiReply`. */
	protection?: ApiReply['protection']
	open(range: ByteRange | undefined): Promise<Readable>
}

export class FileAnswer {
	readonly facts: FileFacts

	constructor(facts: FileFacts) {
		this.facts = facts
	}
}

/** Returns `Content-Disposition` for a name in any script (RFC 6266). Strips paths, because some clients do not. */
function disposition(fileName: string): string {
	const name = lineOf(fileName).split(/[/\\]/).at(-1) || 'file'
	const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
	const encoded = encodeURIComponent(name).replaceAll(/['()*!]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
	return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

const matchesEtag = (header: string, etag: string) =>
	header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/** Responds to GET or HEAD of a file: 304 if the client has this version, 206 for a range, otherwise the whole file. */
export function fileReply({ facts }: FileAnswer, request: ApiRequest, baseHeaders: ApiReply['headers']): ApiReply {
	const { bytes, etag, open } = facts
	const headers: ApiReply['headers'] = [...baseHeaders, ['Cache-Control', facts.cacheControl], ['ETag', etag]]
	const protection = facts.protection ? { protection: facts.protection } : {}
	const ifNoneMatch = request.header('if-none-match')
	if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag))
		return { status: 304, headers, body: undefined, ...protection }
	headers.push(['Accept-Ranges', 'bytes'])
	const rangeHeader = request.method === 'GET' ? request.header('range') : undefined
	const condition = request.header('if-range')
	const isCurrent = condition === undefined || condition.trim() === etag
	const range = rangeHeader !== undefined && isCurrent ? parseRange(rangeHeader, bytes) : undefined
	if (range === 'unsatisfiable') {
		const refused: ApiReply['headers'] = [
			...baseHeaders,
			// Caches must not store this response instead of the file.
			['Cache-Control', 'no-store'],
			['Accept-Ranges', 'bytes'],
			['Content-Range', `bytes */${bytes}`],
			['Content-Type', 'text/plain; charset=utf-8'],
		]
		return { status: 416, headers: refused, body: 'The file is shorter than that', ...protection }
	}
	headers.push(['Content-Type', facts.type])
	if (facts.downloadAs !== undefined) headers.push(['Content-Disposition', disposition(facts.downloadAs)])
	if (!range) return { status: 200, headers, body: new FileBody(bytes, () => open(undefined)), ...protection }
	headers.push(['Content-Range', `bytes ${range.start}-${range.end}/${bytes}`])
	const length = range.end - range.start + 1
	return { status: 206, headers, body: new FileBody(length, () => open(range)), ...protection }
}
