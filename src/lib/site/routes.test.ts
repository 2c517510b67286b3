import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { accessOf, afterSignIn, refusedPath, returnAddress, signInPath } from './routes.ts'

const pages = join(import.meta.dirname, '../../pages')

/**
 * All route files of screens and files. Excludes endpoints, which have a contract, and render routes, which only the
 * publisher requests.
 */
const files = readdirSync(pages, { recursive: true, withFileTypes: true })
	.filter((entry) => entry.isFile())
	.map((entry) => join(entry.parentPath, entry.name).slice(pages.length + 1))
	.filter((file) => !/^(api|render)\/|(^|\/)_/.test(file))

const routeOf = (file: string) => `/${file.replace(/(^|\/)index\.astro$/, '').replace(/\.(astro|ts)$/, '')}`
const isMadePerRequest = (file: string) =>
	/export const prerender = false/.test(readFileSync(join(pages, file), 'utf8'))

/** Public screens, repeated on purpose: making a screen public takes a line here and one in routes.ts. */
const PUBLIC = [
	'/',
	'/.well-known/change-password',
	'/401',
	'/404',
	'/503',
	'/[clubPage]',
	'/apply',
	'/auth',
	'/courses',
	'/courses/[id]',
	'/courses/[id]/cover.png',
	'/dev/mail',
	'/dev/mail/[id]',
	'/dev/pay/[id]',
	'/email-confirmation',
	'/fault',
	'/forgot-password',
	'/leave-undo',
	'/theme.css',
	'/media/[id]/[name]',
	'/not-me',
	'/offline',
	'/podcast/[slug]/cover.png',
	'/podcast/player',
	'/reset-password',
	'/robots.txt',
	'/search',
	'/sitemap.xml',
	'/stop-reset',
	'/unsubscribe/[token]',
	'/verify',
]

describe('access to screens', () => {
	it('is public for the listed screens and for no other file in src/pages', () => {
		const routes = files.map(routeOf)
		expect(routes.length).toBeGreaterThan(30)
		expect(routes.filter((route) => accessOf(route) === 'public').sort()).toEqual(PUBLIC.toSorted())
	})

	it('requires an admin below /admin, but a moderator for /admin/moderation', () => {
		const below = files.map(routeOf).filter((route) => route.startsWith('/admin'))
		expect(below.length).toBeGreaterThan(8)
		for (const route of below)
			expect(accessOf(route), route).toBe(route === '/admin/moderation' ? 'moderator' : 'admin')
	})

	it('is checked on each request, so only public pages may be pre-rendered', () => {
		const prerendered = files.filter((file) => !isMadePerRequest(file)).map(routeOf)
		expect(prerendered.filter((route) => accessOf(route) !== 'public')).toEqual([])
	})

	it('requires a sign-in for a screen that no rule names', () => {
		expect(accessOf('/a-new-screen')).toBe('member')
		expect(accessOf('/courses/some-id/notes')).toBe('member')
		expect(accessOf('/apply/thanks')).toBe('member')
		expect(accessOf('/robotsXtxt')).toBe('member')
		expect(accessOf('/podcast/one/two')).toBe('member')
	})

	it('covers everything below a guarded path, but not paths with the same prefix', () => {
		expect(accessOf('/admin')).toBe('admin')
		expect(accessOf('/admin/users')).toBe('admin')
		expect(accessOf('/ADMIN/users')).toBe('admin')
		expect(accessOf('/administration')).toBe('member')
		expect(accessOf('/questions/some-id')).toBe('member')
		expect(accessOf('/courses/some-id')).toBe('public')
	})

	it('redirects visitors to the sign-in page with a return address, and others home', () => {
		expect(refusedPath('member')).toBe('/auth')
		expect(refusedPath('member', '/dashboard')).toBe('/auth')
		expect(refusedPath('member', '/questions/01ABC')).toBe('/auth?next=/questions/01ABC')
		expect(refusedPath('account', '/account/data')).toBe('/auth?next=/account/data')
		expect(refusedPath('admin', '/admin/users')).toBe('/')
	})

	it('redirects a lapsed member to their membership from every screen except those of the account', () => {
		const lapsed = { role: 'user', isInGoodStanding: false } as const
		for (const path of ['/account', '/account/membership', '/account/data', '/change-password'])
			expect(accessOf(path)).toBe('account')
		expect(accessOf('/accounts')).toBe('member')
		expect(refusedPath('member', '/questions', lapsed)).toBe('/account/membership')
		expect(afterSignIn(lapsed, '/questions')).toBe('/account/membership')
		expect(afterSignIn(lapsed, '/account/data')).toBe('/account/data')
	})
})

describe('return address of the sign-in page', () => {
	const guarded = files.map(routeOf).filter((route) => accessOf(route) !== 'public' && !route.includes('.'))

	it.each(guarded)('can be %s', (route) => {
		const address = route.replaceAll(/\[\w+\]/g, '01JX2M')
		expect(returnAddress(address)).toBe(address)
	})

	it.each([
		'/questions?category=7&search=speeding%20ticket',
		'/questions/01JX2M#comment-01JX2N',
		'/courses/01JX2M#module-01JX2P',
		'/courses?tab=all',
	])('keeps all of %s', (address) => {
		expect(returnAddress(address)).toBe(address)
		const { searchParams } = new URL(signInPath(address), 'https://club.example')
		expect(searchParams.get('next')).toBe(address)
	})

	it.each([
		'',
		'questions',
		'https://evil.example/questions',
		'HTTPS://evil.example',
		'//evil.example/questions',
		'///evil.example',
		'/\\evil.example',
		'\\\\evil.example',
		'/questions\\..\\x',
		'/\t/evil.example',
		'/questions\u0000',
		'/questions\r\nSet-Cookie: a=b',
		' /questions',
		'/questions\u2028',
		'/%2Fevil.example',
		'/%5cevil.example',
		'/%2e%2e/api/logout',
		'/%61pi/logout',
		'/questions/../api/logout',
		'/questions/./x',
		'/questions//x',
		'/questions/',
		'/.well-known/x',
		'javascript:alert(1)',
		'/javascript:alert(1)',
		'data:text/html,x',
		'/questions@evil.example',
		'/questions?x=%0d%0aSet-Cookie:a',
		'/questions?x=%00',
		'/questions?x=%zz',
		'/questions?x=%ff',
		'/questions?x=a b',
		'/questions?x="><script>',
		'/questions#"><script>',
		'/api/user',
		'/API/user',
		'/render/courses',
		'/_astro/x',
		'/_image',
		'/auth',
		'/auth?next=/auth',
		'/',
		'/apply',
		'/forgot-password',
		'/reset-password',
		'/unsubscribe/abc',
		'/dev/mail',
		'/admin/users/export.csv',
		`/questions?search=${'x'.repeat(1000)}`,
	])('rejects %j', (address) => {
		expect(returnAddress(address)).toBeUndefined()
		expect(signInPath(address)).toBe('/auth')
		expect(afterSignIn({ role: 'user' }, address)).toBe('/dashboard')
		expect(afterSignIn({ role: 'admin', isModerator: true }, address)).toBe('/admin')
	})

	it('is replaced by the start page of the role if the role has no access to it', () => {
		expect(afterSignIn({ role: 'admin', isModerator: true }, null)).toBe('/admin')
		expect(afterSignIn({ role: 'user' }, null)).toBe('/dashboard')
		expect(afterSignIn({ role: 'admin', isModerator: true }, '/admin/applications')).toBe('/admin/applications')
		expect(afterSignIn({ role: 'user' }, '/admin/applications')).toBe('/dashboard')
		expect(afterSignIn({ role: 'user' }, '/Admin?x=1')).toBe('/dashboard')
		expect(afterSignIn({ role: 'user' }, '/admin/moderation?kind=question')).toBe('/dashboard')
		const moderator = { role: 'user', isModerator: true } as const
		expect(afterSignIn(moderator, '/admin/moderation?kind=question')).toBe('/admin/moderation?kind=question')
		expect(afterSignIn(moderator, '/admin/users')).toBe('/dashboard')
		expect(afterSignIn({ role: 'admin', isModerator: true }, '/questions/new')).toBe('/questions/new')
	})

	it('includes the fragment that the browser kept through the redirect', () => {
		expect(afterSignIn({ role: 'user' }, '/questions/01JX2M', '#comment-01JX2N')).toBe(
			'/questions/01JX2M#comment-01JX2N',
		)
		expect(afterSignIn({ role: 'user' }, '/questions/01JX2M#comment-1', '#comment-2')).toBe(
			'/questions/01JX2M#comment-1',
		)
		expect(afterSignIn({ role: 'user' }, '/questions/01JX2M', '#"><script>')).toBe('/questions/01JX2M')
		expect(afterSignIn({ role: 'user' }, null, '#comment-01JX2N')).toBe('/dashboard')
	})
})
