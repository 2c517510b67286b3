import { expect, test } from 'vitest'
import { searchFor } from '#src/app/search/services.ts'
import { search, suggest } from '#src/features/search/contract.ts'
import { forgetSearches } from '#src/features/search/server/service.ts'
import { callApi } from '#tests/support/api/api.ts'
import { answer, as, ask, found, indexAll, meet, part, reply, setUpSearchOnce, teach } from '#tests/support/search.ts'

setUpSearchOnce(async () => {
	const course = await teach({ title: "O'Brien and the e-discovery rule 1500.22" })
	await part(course.id, { content: '<p>To be or not to be, under § 1983 and 28 U.S.C.</p>' })
	await answer(
		await ask('What is OR, AND and NOT?', 'I would like to know of NEAR as well.'),
		'Nothing: they are words.',
	)
	await meet('A session', 'We talk')
	await indexAll()
})

const SIGNS = [
	'"',
	"'",
	'*',
	'^',
	'(',
	')',
	'{',
	'}',
	':',
	'-',
	'+',
	',',
	'.',
	';',
	'|',
	'&',
	'\\',
	'%',
	'_',
	'?',
	'#',
	'$',
	'@',
	'!',
	'<',
	'>',
	'~',
	'`',
	'=',
	'/',
	'[',
	']',
	'§',
	'…',
	'“',
	'”',
	'\t',
	'\n',
	'\r',
	'\u00a0',
	'\u200b',
	'\u202e',
	'\ufeff',
	'\u0301',
	'😀',
	'中',
	'ß',
	'İ',
	'\ud83d',
	'\0',
]
const OPERATORS = [
	'NEAR(',
	'NEAR("a" "b", 10',
	'a NEAR b',
	'a AND',
	'OR',
	'NOT',
	'AND AND',
	'a OR OR b',
	'{title}: a',
	'{title body} : (a',
	'title:a',
	'tags : kpodcast',
	'-tags:x',
	'"a" * "b"',
	'a*',
	'* a',
	'^a',
	'"a"^',
	'(a',
	'a)',
	'((((',
	'"unbalanced',
	'a "b" c"',
	'""',
	'"" ""',
	'-""',
	'--a',
	'-',
	'- -',
	'-a -b',
	'in:',
	'in:nothing',
	'in:podcast in:courses',
	'in:questions',
	'IN:COACHING a',
	"'; drop table users; --",
	"' or 1=1 --",
	'a;b',
	'${a',
	'{{a}}',
	'<script>alert(1)</script>',
	'%00',
	'%',
	'_',
	'\\',
	'a\\"b',
	'../../etc/passwd',
	'http://a.example/?q=b',
	'1500.22',
	"O'Brien",
	'e-discovery',
	'§ 1983',
	'to be or not to be',
	'a b c d e f g h i j k l m n o p',
	'I',
	'a b c d e f g h i j',
]
const HOSTILE = [
	...SIGNS,
	...SIGNS.map((sign) => `rule${sign}`),
	...SIGNS.map((sign) => `${sign}rule ${sign}`),
	...OPERATORS,
	'a'.repeat(200),
	'a'.repeat(201),
	'a'.repeat(10_000),
	'"'.repeat(200),
	'a '.repeat(100),
	'"a" '.repeat(50),
	'-a '.repeat(60),
	'('.repeat(150),
	'\u0301'.repeat(200),
	'😀'.repeat(100),
	'ﬃ'.repeat(150),
	'ﷺ'.repeat(150),
	'a\u0301'.repeat(100),
	'１２３ ＡＢＣ',
]

test('any input is answered or rejected with a sentence, and is never treated as an operator', async () => {
	expect(HOSTILE.length).toBeGreaterThan(200)
	for (const q of HOSTILE)
		for (const contract of [search, suggest]) {
			forgetSearches()
			const answered = await callApi(contract, { as: as.member, query: { q } })
			expect([200, 400], `${JSON.stringify(q)}: ${answered.text}`).toContain(answered.status)
			if (answered.status === 400) expect(answered.text, JSON.stringify(q)).toMatch(/^[A-Z].{10,}/)
		}
}, 60_000)

test('a search that is too long is rejected with advice', async () => {
	const answered = await reply('a'.repeat(201), as.visitor)
	expect([answered.status, answered.text]).toEqual([400, 'Please search for fewer words'])
})

test.each([
	["o'brien", 1],
	['e-discovery', 1],
	['1500.22', 1],
	['22.1500', 0],
	['§ 1983', 1],
	['to be or not to be', 1],
	['"not to be"', 1],
])('%s matches the same text', async (q, number) => {
	expect((await found(q, as.visitor)).groups.flatMap(({ hits }) => hits)).toHaveLength(number)
})

test('column filters of the index are ordinary words', async () => {
	expect((await found('kcourses', as.visitor)).groups).toEqual([])
	expect((await found('tags : kcourses', as.visitor)).groups).toEqual([])
})

test('invalid cursors, limits and groups are rejected', async () => {
	for (const query of [
		{ in: 'courses', cursor: 'x' },
		{ limit: '0' },
		{ limit: '21' },
		{ limit: 'many' },
		{ in: 'mails' },
	]) {
		const answered = await reply('rule', as.visitor, query as unknown as Record<string, string>)
		expect(answered.status, JSON.stringify(query)).toBe(400)
	}
})

test('a rejected page of results shows the reason', async () => {
	const visitor = { user: undefined, clientAddress: '10.1.2.3' }
	const page = await searchFor({ q: 'rule', in: 'courses', cursor: 'x' }, visitor)
	expect([page.status, page.found]).toEqual([400, undefined])
})

test('searching faster than anyone types is rate limited per caller', async () => {
	for (let at = 0; at < 30; at++) expect((await reply('rule', as.visitor)).status).toBe(200)
	const refused = await reply('rule', as.visitor)
	expect([refused.status, refused.text]).toEqual([429, 'You are searching too fast. Please try again in a moment.'])
	expect(Number(refused.header('retry-after'))).toBeGreaterThan(0)
	// Suggestions have a separate limit, because the palette requests both.
	const title = () => callApi(suggest, { as: as.visitor, query: { q: 'ru' } })
	for (let at = 0; at < 30; at++) expect((await title()).status).toBe(200)
	expect((await title()).status).toBe(429)
	expect((await callApi(search, { as: as.visitor, query: { q: 'rule' }, clientAddress: '10.1.2.3' })).status).toBe(200)
	for (let at = 0; at < 120; at++) expect((await reply('rule', as.member)).status).toBe(200)
	expect((await reply('rule', as.member)).status).toBe(429)
	expect((await reply('rule', as.otherMember)).status).toBe(200)
})

test('a tab has pages with every hit once', async () => {
	for (let at = 0; at < 23; at++) await teach({ title: `The pagination of ${at}` })
	await indexAll()
	const first = await reply('pagination', as.visitor, { in: 'courses', limit: '10' })
	const titles: string[] = []
	for (let answered = first, pages = 0; pages < 5; pages++) {
		const { groups } = answered.json as { groups: { hits: { title: string }[]; more: boolean }[] }
		titles.push(...(groups[0]?.hits ?? []).map(({ title }) => title))
		const next = /<([^>]+)>; rel="next"/.exec(answered.header('link') ?? '')?.[1]
		expect(groups[0]?.more ?? false).toBe(next !== undefined)
		if (!next) break
		answered = await callApi(search, {
			as: as.visitor,
			query: Object.fromEntries(new URL(next, 'http://a').searchParams),
		})
	}
	expect(new Set(titles).size).toBe(23)
	expect(titles).toHaveLength(23)
})
