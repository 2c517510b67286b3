import { expect, test } from 'vitest'
import { assertPlainXml, decodeText, decodeXml, escapeStrayAmpersands } from './decode-xml.ts'

const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>é “€”</a>`
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

test.each([
	['UTF-8 by default', Buffer.from('<a>é “€”</a>'), undefined],
	['its byte order mark first', Buffer.from('\ufeff<a>é “€”</a>'), 'text/xml; charset=iso-8859-1'],
	[
		'its Content-Type',
		Buffer.from([0x3c, 0x61, 0x3e, 0xe9, 0x20, 0x93, 0x80, 0x94, 0x3c, 0x2f, 0x61, 0x3e]),
		'text/xml; charset="windows-1252"',
	],
	['its bytes, despite another declared charset', Buffer.from('<a>é “€”</a>'), 'text/xml; charset=iso-8859-1'],
	[
		'Windows-1252, if the declared UTF-8 is invalid',
		Buffer.from([0x3c, 0x61, 0x3e, 0xe9, 0x20, 0x93, 0x80, 0x94, 0x3c, 0x2f, 0x61, 0x3e]),
		'text/xml; charset=utf-8',
	],
	['UTF-16, little-endian', Buffer.from('\ufeff<a>é “€”</a>', 'utf16le'), undefined],
	['UTF-16, big-endian', utf16be('\ufeff<a>é “€”</a>'), undefined],
	['UTF-16 without a byte order mark', Buffer.from('<a>é “€”</a>', 'utf16le'), 'application/xml'],
])('decodes text by %s', (_, bytes, contentType) => {
	expect(decodeXml(bytes, contentType)).toBe('<a>é “€”</a>')
})

test('uses the encoding of the XML declaration if nothing else names one', () => {
	const text = declared('ISO-8859-1').replace(' “€”', '')
	expect(decodeXml(Buffer.from(text, 'latin1'), 'application/rss+xml')).toBe(text)
})

test('keeps UTF-8 with one broken character as UTF-8', () => {
	const bytes = Buffer.concat([Buffer.from('<a>é “€” '), Buffer.from([0xe2, 0x80]), Buffer.from('</a>')])
	expect(decodeXml(bytes)).toBe('<a>é “€” \ufffd</a>')
})

test('ignores an unknown encoding', () => {
	expect(decodeXml(Buffer.from(declared('klingon')), 'text/xml; charset=vulcan')).toBe(declared('klingon'))
})

test.each([
	'<rss version="2.0">',
	'\n\n<?xml version="1.0"?>\n<!-- <!DOCTYPE x> --><?xml-stylesheet href="x"?>\n<rss>',
	'<rdf:RDF xmlns:rdf="x"><!-- <!DOCTYPE later> -->',
])('accepts %j', (xml) => {
	expect(() => assertPlainXml(xml)).not.toThrow()
})

test.each([
	['<!DOCTYPE rss SYSTEM "http://x/"><rss>', 'doctype'],
	['<?xml version="1.0"?>\n<!-- a --> <!doctype rss [<!ENTITY a "b">]><rss>', 'doctype'],
	['<!ENTITY a "b"><rss>', 'doctype'],
	['<!DOCTYPE html><html>', 'doctype'],
	['{"items": []}', 'not-a-feed'],
	['', 'not-a-feed'],
	['<?xml version="1.0"', 'not-a-feed'],
	['<!-- never closed', 'doctype'],
])('rejects %j: %s', (xml, failure) => {
	expect(() => assertPlainXml(xml)).toThrow(expect.objectContaining({ name: 'FeedError', failure }))
})

test('escapes stray ampersands, and keeps entities and CDATA', () => {
	const xml = 'AT&T &amp; &#38; &#x26; &nbsp; a?b=1&c=2 <![CDATA[AT&T &nbsp;]]> x & y <![CDATA[&'
	expect(escapeStrayAmpersands(xml)).toBe(
		'AT&amp;T &amp; &#38; &#x26; &amp;nbsp; a?b=1&amp;c=2 <![CDATA[AT&T &nbsp;]]> x &amp; y <![CDATA[&',
	)
})

test.each([
	['UTF-8, although the server names another charset', Buffer.from('é “€”'), 'text/vtt; charset=iso-8859-1'],
	['the charset that the server names', Buffer.from([0xa4, 0x20, 0xe9]), 'text/plain; charset=iso-8859-15', '€ é'],
	['Windows-1252 by default', Buffer.from([0xe9, 0x20, 0x93, 0x80, 0x94]), undefined],
	['its byte order mark', Buffer.from('\ufeffé “€”', 'utf16le'), 'text/plain'],
])('decodes a file next to a feed by %s', (_, bytes, contentType, expected = 'é “€”') => {
	expect(decodeText(bytes, contentType)).toBe(expected)
})
