import { expect, test } from 'vitest'
import { catalogueUrl, parseCatalogueUrl } from './use-catalogue-address.ts'

test.each([
	['', { tab: 'mine', filter: { search: '', difficulty: 'all' } }],
	[
		'?tab=all&search=trust+fees&difficulty=advanced',
		{ tab: 'all', filter: { search: 'trust fees', difficulty: 'advanced' } },
	],
	['?tab=none&difficulty=expert&search=', { tab: 'mine', filter: { search: '', difficulty: 'all' } }],
] as const)('parses the query %j', (search, shown) => expect(parseCatalogueUrl(search)).toEqual(shown))

test('omits defaults and keeps the rest of the URL', () => {
	const shown = { tab: 'all', filter: { search: ' trust fees ', difficulty: 'advanced' } } as const
	const full = 'https://club.example/courses?from=mail&tab=all&search=trust+fees&difficulty=advanced#content'
	expect(catalogueUrl('https://club.example/courses?from=mail#content', shown)).toBe(full)
	const plain = { tab: 'mine', filter: { search: '  ', difficulty: 'all' } } as const
	expect(catalogueUrl(full, plain)).toBe('https://club.example/courses?from=mail#content')
})
