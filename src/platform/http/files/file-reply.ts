import type { Readable } from 'node:stream'
import { lineOf } from '#src/lib/one-line.ts'
import { type ApiReply, type ApiRequest, FileBody } from '../api-types.ts'
import { type ByteRange, parseRange } from './byte-range.ts'

/** A stored file as a service answers it. */
export interface FileFacts {
	/** Its length in bytes. */
	bytes: number
	type: string
	/** Strong: the same tag is the same bytes. */
	etag: string
	cacheControl: string
	/** What a download is called; undefined for what a page shows. */
	downloadAs?: string
	/** As of `ApiReply`. */
	protection?: ApiReply['protection']
	/** Opens it, or a part of it. */
	open(range: ByteRange | undefined): Promise<Readable>
}

/** The answer of a service whose contract gives a `file`. */
export class FileAnswer {
	readonly facts: FileFacts

	constructor(facts: FileFacts) {
		this.facts = facts
	}
}

/** A name for people, also of letters beyond ASCII (RFC 6266), and never a path: not every program cuts one off. */
function disposition(given: string): string {
	const name = lineOf(given).split(/[/\\]/).at(-1) || 'file'
	const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
	const whole = encodeURIComponent(name).replaceAll(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
	return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}

const isKnown = (header: string, etag: string) =>
	header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/** Answers a GET or HEAD with a file: nothing to who has it, a part to who asks for one, else the whole. */
export function fileReply({ facts }: FileAnswer, request: ApiRequest, given: ApiReply['headers']): ApiReply {
	const { bytes, etag, open } = facts
	const headers: ApiReply['headers'] = [...given, ['Cache-Control', facts.cacheControl], ['ETag', etag]]
	const protection = facts.protection ? { protection: facts.protection } : {}
	const known = request.header('if-none-match')
	if (known !== undefined && isKnown(known, etag)) return { status: 304, headers, body: undefined, ...protection }
	headers.push(['Accept-Ranges', 'bytes'])
	const asked = request.method === 'GET' ? request.header('range') : undefined
	const condition = request.header('if-range')
	const isCurrent = condition === undefined || condition.trim() === etag
	const range = asked !== undefined && isCurrent ? parseRange(asked, bytes) : undefined
	if (range === 'unsatisfiable') {
		const refused: ApiReply['headers'] = [
			...given,
			// Nobody may keep this in the place of the file.
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
