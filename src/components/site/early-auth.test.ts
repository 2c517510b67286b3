import { describe, expect, it } from 'vitest'
import { earlyAuthScript } from './early-auth.ts'

/** What the script makes of a page's `data-` attributes. */
function run(page: {
	cookie: string
	stored?: string | null
	auth?: string
	refuse?: boolean
}): Record<string, string> {
	const dataset: Record<string, string> = page.auth ? { auth: page.auth } : {}
	const document = { cookie: page.cookie, documentElement: { dataset } }
	const localStorage = {
		getItem: () => {
			if (page.refuse) throw new Error('denied')
			return page.stored ?? null
		},
	}
	new Function('document', 'localStorage', earlyAuthScript)(document, localStorage)
	return dataset
}

describe('the script in the head', () => {
	it.each([
		['no cookie', { cookie: '' }, 'visitor'],
		['no cookie but a stale copy', { cookie: 'x=1', stored: '{"role":"admin"}' }, 'visitor'],
		['a cookie of another name', { cookie: 'not-signed-in=1' }, 'visitor'],
		['a member', { cookie: 'x=1; signed-in=1', stored: '{"role":"user"}' }, 'member'],
		['an admin', { cookie: 'signed-in=1', stored: '{"role":"admin"}' }, 'admin'],
		['a cookie without a copy', { cookie: 'signed-in=1' }, 'unknown'],
		['a broken copy', { cookie: 'signed-in=1', stored: '{' }, 'unknown'],
		['forbidden storage', { cookie: 'signed-in=1', refuse: true }, 'unknown'],
		['the word of the server', { cookie: 'signed-in=1', stored: '{"role":"admin"}', auth: 'visitor' }, 'visitor'],
	])('knows %s', (_, page, auth) => expect(run(page)).toEqual({ js: '', auth }))

	it('is safe inside a script element', () => expect(earlyAuthScript).not.toMatch(/<\/|<!--/))
})
