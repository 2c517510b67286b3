import { expect, test } from 'vitest'
import { isSafeLink } from './links.ts'

test.each([
	'https://club.example/a?b#c',
	'https://club.example./',
	'https://club.example:8443/',
	'https://münchen.example/',
	'https://_dmarc.club.example/',
	'https://192.0.2.7/',
	'https://[2001:db8::1]/',
	'http://localhost:4321/videos/a.mp4',
	'http://127.0.0.1:4321/',
	`https://${'a'.repeat(63)}.example/`,
])('%s is a link', (link) => expect(isSafeLink(link)).toBe(true))

test.each([
	'https://.',
	'https://..',
	'https://-',
	'https://a..b',
	'https://.club.example',
	'https://club.example..',
	'https://-club.example',
	'https://club-.example',
	`https://${'a'.repeat(64)}.example/`,
	`https://${'a.'.repeat(130)}example/`,
	'https://999.1.1.1',
	'https://1.2.3.4.5',
	'https://1.2.3',
	'https://999',
	'https://0x7f.1/',
	'https://club.example:0/',
	'https://club.example:65536/',
	'https://club.example:abc/',
	'https://[::g]/',
	'https://club_.-.example/',
	"https://club'.example/",
	'https://',
	'https:///x',
])('%s is not a link', (link) => expect(isSafeLink(link)).toBe(false))
