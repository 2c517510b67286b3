import { afterEach, describe, expect, test } from 'vitest'
import { contracts } from '#src/features/contracts.ts'
import { FEATURES, isOn, mayBeOn, overrideFeatures, parseFeatures } from './features.ts'
import { setSite } from './site.ts'

afterEach(() => {
	overrideFeatures(undefined)
	setSite({})
})

test.each([
	[undefined, FEATURES],
	['', FEATURES],
	[' all ', FEATURES],
	['none', []],
	['podcast', ['podcast']],
	[' Newsletter, podcast,', ['podcast', 'newsletter']],
	['search', ['search']],
])('FEATURES=%j means %j', (text, features) => {
	expect(parseFeatures(text)).toEqual({ features, wrong: [] })
})

test('reports unknown features', () => {
	expect(parseFeatures('podcast, podcasts, none').wrong).toEqual(['podcasts', 'none'])
})

describe('addresses of a disabled feature', () => {
	test.each([
		['podcast', ['/podcast', '/podcast/page/2', '/podcast/one', '/podcast/[slug]', '/podcast/one/transcript.vtt']],
		['podcast', ['/podcast/one/transcript.txt', '/podcast/one/chapters.json', '/admin/podcast']],
		['search', ['/search', '/api/search', '/api/search/suggest', '/api/admin/search', '/api/admin/search/rebuild']],
		['newsletter', ['/admin/mailings', '/admin/mailings/[id]', '/api/admin/mailings/:id/send']],
		[
			'cle',
			['/cle', '/cle/credits', '/verify', '/admin/cle', '/admin/cle/[id]', '/api/cle', '/api/cle/credits/:id/void'],
		],
		[
			'cle',
			['/api/attendance/:id/beats', '/api/certificates/:number/file', '/api/verify', '/api/admin/cle/activities'],
		],
		['dues', ['/account/membership', '/admin/dues', '/admin/dues/plans', '/api/membership', '/api/membership/cancel']],
		['dues', ['/api/admin/dues.csv', '/api/admin/plans/:id', '/api/admin/members/:id/payments', '/api/admin/coupons']],
	] as const)('%s: %j', (name, paths) => {
		setSite({ collectsDues: 'on' })
		overrideFeatures(FEATURES.filter((feature) => feature !== name))
		expect(paths.filter(isOn)).toEqual([])
		overrideFeatures([name])
		expect(paths.filter((path) => !isOn(path))).toEqual([])
	})

	test('include no address of the specification', () => {
		overrideFeatures([])
		const own = [
			'/',
			'/auth',
			'/courses',
			'/admin',
			'/admin/users',
			'/podcast/feed.xml',
			'/podcast/one.mp3',
			'/podcasts',
			'/api/admin/desk/search',
			'/api/membership/preview',
			'/admin/settings/dues',
		]
		expect(own.filter((path) => !isOn(path))).toEqual([])
		const off = contracts.map(({ path }) => path).filter((path) => !isOn(path))
		expect(
			off.every((path) =>
				/^\/api\/(cle|attendance|certificates|verify|search|admin\/(cle|mailings|search|podcast\/episodes|plans|coupons|dues|members|payments|invoices)|podcast\/|user\/(listening|queue)|membership|billing)/.test(
					path,
				),
			),
		).toBe(true)
		expect(off).not.toContain('/api/podcast')
		expect(off).not.toContain('/api/admin/podcast/refresh')
	})
})

test('dues are in use once the owner turns them on, and available before that', () => {
	const paths = ['/account/membership', '/api/admin/plans']
	expect(paths.filter(isOn)).toEqual([])
	expect(paths.filter(mayBeOn)).toEqual(paths)
	setSite({ collectsDues: 'on' })
	expect(paths.filter(isOn)).toEqual(paths)
	overrideFeatures([])
	expect(paths.filter(isOn)).toEqual([])
	expect(paths.filter(mayBeOn)).toEqual([])
})
