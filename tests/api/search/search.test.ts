import { expect, test } from 'vitest'
import { search, suggest } from '#src/features/search/contract.ts'
import { overrideFeatures } from '#src/lib/site/features.ts'
import { callApi, type PrincipalName } from '#tests/support/api/api.ts'
import {
	answer,
	as,
	ask,
	cuesOf,
	database,
	found,
	hits,
	indexAll,
	makeEpisode,
	meet,
	part,
	reply,
	setUpSearchOnce,
	teach,
	urls,
} from '#tests/support/search.ts'

// Each kind has a unique word.
const ids: Record<string, string> = {}

setUpSearchOnce(async () => {
	await makeEpisode({
		id: 'withdrawing',
		title: 'Withdrawing episodeword',
		notes: 'About notesword and the end of things.',
		number: 41,
		people: ['Jane Peopleword'],
		chapters: [
			[0, 'Welcome'],
			[300_000, 'A chapterword'],
		],
		cues: [
			...cuesOf(['Good morning and welcome.', 'Today we talk about clients.'], 'Host'),
			...cuesOf(
				['They stop paying.', 'Then you file a passageword with the court.', 'And you wait.'],
				'Jane Doe',
				748_000,
			),
		],
	})
	const course = await teach({ title: 'About courseword', description: 'What a descriptionword is.' })
	ids.course = course.id
	ids.module = (await part(course.id, { title: 'A moduleword', content: '<p>Text of a contentword.</p>' })).id
	await part(course.id, {
		title: 'A quiz',
		type: 'quiz',
		additionalContent: { questions: [{ question: 'Is it quizword?', options: ['yes', 'no'], correctAnswer: 0 }] },
	})
	const long = 'Text of a twiceword, which comes again and again. '.repeat(40)
	await part(course.id, { title: 'A twiceword', content: `<p>${long}</p>` })
	const draft = await teach({ title: 'A draftword', isPublished: false })
	await part(draft.id, { title: 'Still a draftword' })
	const later = await teach({ title: 'Open later' })
	ids.later = (
		await part(later.id, {
			title: 'Soon',
			content: '<p>All about heldword, which is for later.</p>',
			availableFrom: '2090-01-01T00:00:00Z',
		})
	).id
	const club = await teach({ title: 'For the club', membersOnly: true })
	ids.club = (await part(club.id, { title: 'Inside', content: '<p>All about clubword, which is for members.</p>' })).id
	ids.question = await ask('How do you do questionword?', 'I would like to know of bodyword as well.')
	ids.answer = await answer(ids.question, 'We did answerword for years.')
	ids.session = await meet('Monthly sessionword', 'We talk about agendaword.')
	await indexAll()
})

const EVERYBODY: ReadonlyArray<readonly [word: string, hit: () => string]> = [
	['episodeword', () => 'episode /podcast/withdrawing'],
	['notesword', () => 'episode /podcast/withdrawing'],
	['peopleword', () => 'episode /podcast/withdrawing'],
	['chapterword', () => 'chapter /podcast/withdrawing?t=300'],
	['passageword', () => 'passage /podcast/withdrawing?t=753#t-748'],
	['courseword', () => 'course /courses/about-courseword'],
	['descriptionword', () => 'course /courses/about-courseword'],
	['moduleword', () => `module /courses/about-courseword?m=${ids.module}#module-${ids.module}`],
	['contentword', () => `module /courses/about-courseword?m=${ids.module}#module-${ids.module}`],
]
const MEMBERS: ReadonlyArray<readonly [word: string, hit: () => string]> = [
	['clubword', () => `module /courses/for-the-club?m=${ids.club}#module-${ids.club}`],
	['questionword', () => `question /questions/${ids.question}`],
	['bodyword', () => `question /questions/${ids.question}`],
	['answerword', () => `answer /questions/${ids.question}#comment-${ids.answer}`],
	['sessionword', () => `session /coaching#session-${ids.session}`],
	['agendaword', () => `session /coaching#session-${ids.session}`],
]
const NOBODY = ['draftword', 'quizword']

test.each(['visitor', 'pending', 'inactive', 'member', 'otherMember', 'admin'] as const)(
	'%s finds exactly the permitted items, each by its unique word',
	async (name: PrincipalName) => {
		const isIn = name === 'member' || name === 'otherMember' || name === 'admin'
		for (const [word, hit] of EVERYBODY) expect(await urls(word, as[name]), word).toEqual([hit()])
		for (const [word, hit] of MEMBERS) expect(await urls(word, as[name]), word).toEqual(isIn ? [hit()] : [])
		for (const word of NOBODY) expect(await urls(word, as[name]), word).toEqual([])
		const later = `module /courses/open-later?m=${ids.later}#module-${ids.later}`
		expect(await urls('heldword', as[name])).toEqual(name === 'admin' ? [later] : [])
	},
)

test('a visitor gets no member groups and no counts of them, requested or not', async () => {
	expect((await found('in:questions questionword', as.visitor)).groups).toEqual([])
	expect((await found('questionword', as.visitor, { in: 'questions' })).groups).toEqual([])
	const { groups } = await found('courseword', as.visitor)
	expect(Object.keys(groups[0] ?? {}).sort()).toEqual(['hits', 'kind', 'more'])
})

test('a passage names its speaker and links to its second', async () => {
	const [hit] = await hits('passageword', as.visitor)
	expect(hit).toMatchObject({
		startSeconds: 753,
		context: 'Episode 41 · 12:33 · Jane Doe',
		title: 'Withdrawing episodeword',
	})
	const marked = hit?.textMarks.map(([from, to]) => hit.text.slice(from, to))
	expect(marked).toEqual(['passageword'])
})

test('a module is listed once, even if its title and several passages match', async () => {
	for (const query of [{}, { in: 'courses' }] as Record<string, string>[])
		expect((await hits('twiceword', as.visitor, query)).map(({ title }) => title)).toEqual(['A twiceword'])
})

test('responses are not cached, because hits may be unpublished at any time', async () => {
	for (const contract of [search, suggest])
		for (const who of ['visitor', 'member', 'inactive'] as const) {
			const answered = await callApi(contract, { as: as[who], query: { q: 'courseword' } })
			expect(answered.header('cache-control'), who).toBe('private, no-store')
			// A page uses this to detect that its member's session has ended.
			expect(answered.header('x-page-user') ?? undefined, who).toBe(who === 'member' ? as.member.userId : undefined)
		}
})

test('an empty or one-letter search runs no query', async () => {
	for (const q of ['', ' ', 'c', '"', '-courseword', 'in:podcast', '!!! ???'])
		expect(await found(q, as.member), q).toMatchObject({ groups: [], corrected: null })
})

test('quotation marks, minus and `in:` narrow a search', async () => {
	expect(await urls('"file a passageword"', as.visitor)).toHaveLength(1)
	expect(await urls('"passageword a file"', as.visitor)).toEqual([])
	expect(await urls('passageword -court', as.visitor)).toEqual([])
	expect(await urls('in:courses passageword', as.visitor)).toEqual([])
	expect(await urls('in:podcast passageword', as.visitor)).toHaveLength(1)
})

test('a search matches an unfinished last word and inflected forms, and may miss one of its words', async () => {
	expect(await urls('moduleword conten', as.visitor)).not.toEqual([])
	expect(await urls('withdrawal episodeword', as.visitor)).not.toEqual([])
	expect(await urls('descriptionword zzyzx', as.visitor)).toEqual(['course /courses/about-courseword'])
})

test("titles with the prefix are suggested, within each caller's permissions", async () => {
	const suggested = async (q: string, who: PrincipalName) =>
		((await callApi(suggest, { as: as[who], query: { q } })).json as { title: string }[]).map(({ title }) => title)
	expect(await suggested('with', 'visitor')).toEqual(['Withdrawing episodeword'])
	expect(await suggested('a ch', 'visitor')).toEqual(['A chapterword'])
	expect(await suggested('how do', 'visitor')).toEqual([])
	expect(await suggested('how do', 'member')).toEqual(['How do you do questionword?'])
	expect(await suggested('monthly', 'visitor')).toEqual([])
	expect(await suggested('MONTHLY', 'member')).toEqual(['Monthly sessionword'])
	for (const q of ['', 'a', 'draft', 'still']) expect(await suggested(q, 'member')).toEqual([])
	expect(await suggested('soon', 'member')).toEqual([])
	expect(await suggested('soon', 'admin')).toEqual(['Soon'])
})

test('without the podcast there are no episode hits', async () => {
	overrideFeatures(['search'])
	try {
		expect(await urls('episodeword', as.member)).toEqual([])
		expect(await urls('courseword', as.member)).toHaveLength(1)
	} finally {
		overrideFeatures(undefined)
	}
})

test("a visitor's search reads no member table", async () => {
	const before = await hits('about', as.visitor)
	for (const table of ['club_parts', 'club_search', 'answers_search', 'questions_search', 'question_comments'])
		await database.client.execute(`drop table ${table}`)
	expect(await hits('about', as.visitor)).toEqual(before)
	expect((await reply('courswrd', as.visitor)).status).toBe(200)
	expect((await callApi(suggest, { as: as.visitor, query: { q: 'about' } })).status).toBe(200)
})
