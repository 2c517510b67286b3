import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EmailText } from './EmailText.tsx'

const lines = (email: string) =>
	renderToStaticMarkup(<EmailText email={email} />)
		.replace(/<\/?span[^>]*>/g, '')
		.split('<wbr/>')

test.each([
	['dana@example.com', ['dana', '@example.com']],
	['dana.whitfield@family-law.example', ['dana.whitfield', '@family-law.example']],
	[
		'dana.elizabeth.whitfield-montgomery@example.com',
		['dana.', 'elizabeth.', 'whitfield-', 'montgomery', '@example.com'],
	],
	[
		'd@chambers.of.whitfield.and.partners.example',
		['d', '@chambers.', 'of.', 'whitfield.', 'and.', 'partners.', 'example'],
	],
	['"a@b"@example.com', ['&quot;a@b&quot;', '@example.com']],
])('%s wraps only between its words', (email, expected) => expect(lines(email)).toEqual(expected))
