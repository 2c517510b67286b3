import { expect, test } from 'vitest'
import { packProps, unpackProps } from './props.ts'

test('props survive a round trip', () => {
	const props = {
		title: 'A "quoted" `word`, and a \\ before "',
		control: '\u0000`\u001f"\u2028',
		html: `<p class="a">It's & "fine"</p>`,
		list: [1, 0.5, null, true, { id: 'a`b', 'key "with" marks`': [] }],
		lone: '\ud83d',
	}
	expect(unpackProps(packProps(props))).toEqual(props)
})

test('a quotation mark is one character in an attribute', () => {
	expect(packProps({ id: 'a', list: ['b'] })).toBe('{`id`:`a`,`list`:[`b`]}')
})
