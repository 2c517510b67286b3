import { expect, test } from 'vitest'
import { changeText } from './entry-text.ts'

const names = {
	changed: { hostBio: 'About the host', name: 'Name' },
	role: { user: 'Regular', admin: 'Admin' },
	kind: { pdf: 'PDF' },
}

test.each([
	[{ role: ['user', 'admin'] }, 'role: Regular to Admin'],
	[{ name: ['A', 'B'], email: ['x', 'x'] }, 'name: A to B'],
	[{ role: 'admin' }, 'role: Admin'],
	[{ kind: 'pdf' }, 'kind: PDF'],
	[{ kind: 'hologram' }, 'kind: hologram'],
	[{ publish: '2026-12-01T14:00:00.000Z' }, 'publish: Dec 1, 2026 at 2:00 PM UTC'],
	[{ publish: 'no time' }, 'publish: no time'],
	[{ changed: 'name, hostBio, hologram' }, 'changed: Name, About the host, hologram'],
	[{}, ''],
])('formats %o as %s', (detail, expected) => {
	expect(changeText(detail, names)).toBe(expected)
})
