import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { emailAddress } from './api/fields.ts'
import { isMailAddress, nameFromAddress, readAddress } from './mail-address.ts'

test.each([
	['dana@example.com', true],
	["o'brien+law@sub.example.co.uk", true],
	['dana@example', false],
	['dana@[127.0.0.1]', false],
	['"a b"@example.com', false],
	['dana@example.com, other@example.com', false],
	['dana@example.com\r\nBcc: x@example.com', false],
	['<dana@example.com>', false],
	['a@b@example.com', false],
	['.dana@example.com', false],
	['@host:dana@example.com', false],
	['', false],
])('%j is a valid address: %s', (address, expected) => {
	expect(isMailAddress(address)).toBe(expected)
})

test.each([
	['dana@whitfield.example', 'dana@whitfield.example', ''],
	['Dana Whitfield <dana@whitfield.example>', 'dana@whitfield.example', 'Dana Whitfield'],
	['"Whitfield, Dana" <dana@whitfield.example>;', 'dana@whitfield.example', 'Whitfield, Dana'],
	['<tomas@keller.example>', 'tomas@keller.example', ''],
	['<mailto:tomas@keller.example>', 'tomas@keller.example', ''],
	['mailto:ina@roth.example', 'ina@roth.example', ''],
	['MAILTO:ina%2Blaw@roth.example?subject=Hello%20there', 'ina+law@roth.example', ''],
	['Ina Roth [mailto:ina@roth.example]', 'ina@roth.example', 'Ina Roth'],
	['bo@lind.example;', 'bo@lind.example', ''],
	["  'bo@lind.example' , ", 'bo@lind.example', ''],
	['bo@lind.example (Bo Lind)', 'bo@lind.example', 'Bo Lind'],
	['bo@lind.example <bo@lind.example>', 'bo@lind.example', ''],
	['SMTP:bo@lind.example', 'bo@lind.example', ''],
	['\u202abo@lind.example\u202c\u200b', 'bo@lind.example', ''],
	['Bo\u00a0Lind\t<bo@lind.example>', 'bo@lind.example', 'Bo Lind'],
	['<bo@lind.example> Bo Lind', 'bo@lind.example', 'Bo Lind'],
	['Bo Lind <bo@lind.example> (she/her)', 'bo@lind.example', 'Bo Lind'],
	['Bo Lind ＜bo＠lind.example＞', 'bo@lind.example', 'Bo Lind'],
	['Bo Lind &lt;bo@lind.example&gt;', 'bo@lind.example', 'Bo Lind'],
	['«bo@lind.example»', 'bo@lind.example', ''],
	['<<bo@lind.example>>', 'bo@lind.example', ''],
	['Bo Lind [bo@lind.example]', 'bo@lind.example', 'Bo Lind'],
	['Bo Lind (bo@lind.example)', 'bo@lind.example', 'Bo Lind'],
	['[bo@lind.example](mailto:bo@lind.example)', 'bo@lind.example', ''],
	['[Bo Lind](mailto:bo@lind.example)', 'bo@lind.example', 'Bo Lind'],
	['Bo Lind - bo@lind.example', 'bo@lind.example', 'Bo Lind'],
	['bo@lind.example – Bo Lind', 'bo@lind.example', 'Bo Lind'],
	['E-mail: bo@lind.example', 'bo@lind.example', ''],
	["o'neill@law.example", "o'neill@law.example", ''],
])('%j is parsed as intended', (text, address, name) => {
	expect(readAddress(text)).toEqual({ address, name })
	expect(z.parse(emailAddress('faulty'), text)).toBe(address)
})

test.each([
	'dana,whitfield@law.example',
	'dana whitfield@law.example',
	'Dana Whitfield dana@law.example',
	'a@law.example; b@law.example',
	'Dana <a@law.example>, Tomas <b@law.example>',
	'"dana whitfield"@law.example',
	'Dana, whitfield@law.example',
	'dana - b@law.example, c@law.example',
	'dana@law.example<br>',
	'dana@law',
	'dana@localhost',
	'dana@-law.example',
	'dana@law..example',
	'dana@law.example.',
	'dana@law..example',
	'dana@law.example.',
	'dana@127.0.0.1',
	'dana@[127.0.0.1]',
	'.dana@law.example',
	`${'d'.repeat(65)}@law.example`,
	`dana@${'l'.repeat(64)}.example`,
	`dana@${'law.'.repeat(63)}example`,
])('%j is rejected as undeliverable', (text) => {
	expect(z.safeParse(emailAddress('faulty'), text).error?.issues[0]?.message).toBe('faulty')
})

test.each(['invalid', 'LOCAL', 'mail', 'localhost', 'onion', 'internal', 'home.arpa', 'lan'])(
	'rejects an address that ends in .%s, with the reason',
	(ending) => {
		const { error } = z.safeParse(emailAddress('faulty'), `dana@law.${ending}`)
		expect(error?.issues[0]?.message).toBe(
			`Email cannot reach an address that ends in .${ending.toLowerCase().split('.').at(-1)}`,
		)
	},
)

test.each([
	['dana.whitfield@law.example', 'Dana Whitfield'],
	['DANA_whitfield-roe+club@law.example', 'DANA Whitfield Roe'],
	['tkeller2@law.example', 'Tkeller'],
	['x@law.example', 'x@law.example'],
	['42@law.example', '42@law.example'],
])('%s gives the name %s', (address, name) => {
	expect(nameFromAddress(address)).toBe(name)
})

test.each([';', '"', '?', ' '])('rejects text of only %j without backtracking', (sign) => {
	const text = `mailto:a${sign.repeat(60_000)}\nb`
	expect(readAddress(text)).toEqual({ address: text, name: '' })
	expect(z.safeParse(emailAddress('faulty'), text).success).toBe(false)
})
