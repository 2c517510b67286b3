import { isAscii, isUtf8 } from 'node:buffer'
import { FeedError } from '../feed-error.ts'

const CHARSET = /charset\s*=\s*["']?([\w.:-]+)/i
const DECLARED = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i

function encodingByBom(bytes: Uint8Array): string | undefined {
	const [a, b, c] = bytes
	if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
	if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le' // byte order mark, or `<` without one
	if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be'
	return undefined
}

function decoderFor(label: string | undefined): TextDecoder | undefined {
	if (!label) return undefined
	try {
		return new TextDecoder(label)
	} catch {
		return undefined // an unknown name: try the next source
	}
}

/** Checks whether the bytes are valid UTF-8 beyond ASCII, which rarely happens by chance. */
const isSurelyUtf8 = (bytes: Uint8Array) => isUtf8(bytes) && !isAscii(bytes)

/** Decodes bytes declared as UTF-8; as Windows-1252 if more non-ASCII characters are broken than valid. */
function utf8OrWindows(bytes: Uint8Array): string {
	const text = new TextDecoder().decode(bytes)
	if (isUtf8(bytes)) return text
	const broken = text.split('\ufffd').length - 1
	const valid = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0
	return broken > valid ? new TextDecoder('windows-1252').decode(bytes) : text
}

/**
 * Decodes an XML document. Tries, in this order: its byte order mark, UTF-8 if the bytes are unmistakably UTF-8, the
 * charset of `Content-Type`, the encoding of its XML declaration, and UTF-8. RFC 7303 ranks `Content-Type` above the
 * bytes, but many servers send one charset for everything. Invalid bytes become U+FFFD.
 */
export function decodeXml(bytes: Uint8Array, contentType?: string): string {
	const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1_024))
	const labels = [
		...[encodingByBom(bytes), isSurelyUtf8(bytes) ? 'utf-8' : undefined],
		...[CHARSET.exec(contentType ?? '')?.[1], DECLARED.exec(head)?.[1], 'utf-8'],
	]
	for (const label of labels) {
		const decoder = decoderFor(label)
		if (decoder) return decoder.encoding === 'utf-8' ? utf8OrWindows(bytes) : decoder.decode(bytes)
	}
	return ''
}

/**
 * Decodes a file that a feed links to. Tries, in this order: its byte order mark, UTF-8 if the bytes are valid UTF-8,
 * the charset of `Content-Type`, and Windows-1252.
 */
export function decodeText(bytes: Uint8Array, contentType?: string): string {
	const declared = isUtf8(bytes) ? 'utf-8' : CHARSET.exec(contentType ?? '')?.[1]
	const decoder = decoderFor(encodingByBom(bytes)) ?? decoderFor(declared)
	if (!decoder) return new TextDecoder('windows-1252').decode(bytes)
	return decoder.encoding === 'utf-8' ? utf8OrWindows(bytes) : decoder.decode(bytes)
}

/**
 * Rejects anything but XML, and any DOCTYPE, since its entities can blow up a small file or read other files.
 * @throws {FeedError}
 */
export function assertPlainXml(xml: string): void {
	let at = 0
	for (;;) {
		while (/\s/.test(xml[at] ?? '')) at++
		const end = xml.startsWith('<?', at) ? '?>' : xml.startsWith('<!--', at) ? '-->' : undefined
		if (!end) break
		const endAt = xml.indexOf(end, at)
		if (endAt < 0) break
		at = endAt + end.length
	}
	const start = xml.slice(at, at + 40).toLowerCase()
	if (/^<!doctype\s+html/.test(start))
		throw new FeedError('doctype', 'The feed address leads to a web page (a document with a DOCTYPE), not to a feed.')
	if (start.startsWith('<!'))
		throw new FeedError('doctype', 'The feed declares a document type (DOCTYPE) or entities, which is not allowed.')
	if (!/^<[a-z_]/.test(start)) throw new FeedError('not-a-feed', 'The feed address does not lead to an XML document.')
}

/**
 * Fixes the most common feed error: escapes each `&` that does not start an XML entity (`AT&T`, `?a=1&b=2`, `&nbsp;`),
 * which a strict parser would reject. HTML entities are resolved later, with the HTML.
 */
export function escapeStrayAmpersands(xml: string): string {
	return xml.replaceAll(
		/<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/gi,
		(part) => (part === '&' ? '&amp;' : part),
	)
}
