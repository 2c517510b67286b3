import { describe, expect, it } from 'vitest'
import { earlyAuthScript } from './early-auth.ts'

/** Runs the script and returns the page's `data-` attributes. */
function run(page: { cookie: string; auth?: string }): Record<string, string> {
	const dataset: Record<string, string> = page.auth ? { auth: page.auth } : {}
	new Function('document', earlyAuthScript)({ cookie: page.cookie, documentElement: { dataset } })
	return dataset
}

describe('early auth script', () => {
	it.each([
		['no cookie', { cookie: '' }, 'visitor'],
		['a cookie with a different name', { cookie: 'not-signed-in=admin' }, 'visitor'],
		['a member', { cookie: 'x=1; signed-in=member' }, 'member'],
		['an admin', { cookie: 'signed-in=admin; x=1' }, 'admin'],
		['an unknown role that starts with a known one', { cookie: 'signed-in=administrator' }, 'member'],
		['a cookie from an earlier release', { cookie: 'signed-in=1' }, 'member'],
		['the state that the server set', { cookie: 'signed-in=admin', auth: 'visitor' }, 'visitor'],
	])('detects %s', (_, page, auth) => expect(run(page)).toEqual({ js: '', auth }))

	it('is safe inside a script element', () => expect(earlyAuthScript).not.toMatch(/<\/|<!--/))
})
