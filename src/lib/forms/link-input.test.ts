import { expect, test } from 'vitest'
import { linkOf } from './link-input.ts'

test.each([
	['https://example.com/a?b=c', 'https://example.com/a?b=c', false],
	['  www.example.com ', 'https://www.example.com', false],
	['example.com/forms', 'https://example.com/forms', false],
	['calbar.ca.gov', 'https://calbar.ca.gov', false],
	['http://example.com/old', 'https://example.com/old', true],
	['http://localhost:4321/x', 'http://localhost:4321/x', false],
	['/courses', '/courses', false],
	['clerk@court.example.gov', 'mailto:clerk@court.example.gov', false],
	['mailto:clerk@court.example.gov', 'mailto:clerk@court.example.gov', false],
])('%s is the link %s', (text, href, wasHttp) => {
	expect(linkOf(text)).toEqual({ href, wasHttp })
})

test.each([
	'',
	'see below',
	'word',
	'3.5',
	'end.Start of the next',
	'https://',
	'https://.',
	'https://word',
	'http://.',
	'//evil.example',
	'javascript:alert(1)',
	'data:text/html,x',
	'file:///C:/brief.docx',
	'ftp://example.com',
	'#_Toc1234',
	'https://bank.example@evil.example',
])('%s is not a link', (text) => {
	expect(linkOf(text)).toBeUndefined()
})
