import { expect, test } from 'vitest'
import { enroll } from '#src/features/courses/contract.ts'
import { getQuizState, listModules, type QuizResult, takeQuiz, updateModule } from '#src/features/modules/contract.ts'
import { questionsVersion } from '#src/features/modules/types/quiz/schema.ts'
import { callApi, type Principal } from '#tests/support/api/api.ts'
import { makeModule } from '#tests/support/courses/courses.ts'
import { as, course, quiz, setUpLearning } from '#tests/support/courses/learning.ts'
import { QUIZ } from '#tests/support/courses/quiz.ts'

setUpLearning()

const WHY = 'Because an eclipse is rare'
const WORDS = 'names before the story'
const [first, second, third] = QUIZ.questions as [object, object, object]

const change = (body: object, id = quiz.id) => callApi(updateModule, { as: as.admin, params: { id }, body })
const explain = (...questions: object[]) => change({ additionalContent: { ...QUIZ, questions } })
const take = async (body: object = {}, who: Principal = as.member, id = quiz.id) =>
	(await callApi(takeQuiz, { as: who, params: { id }, body: { answers: [1, 0, 1], ...body } })).json as QuizResult
const state = async (who: Principal = as.member) =>
	(await callApi(getQuizState, { as: who, params: { id: quiz.id } })).json as Record<'last' | 'passed', QuizResult>
const reading = (content: string, body: object = {}) => makeModule(as.admin, course.id, { content, ...body })

test('stores the explanation and passage of a question, and sends them only after an attempt', async () => {
	await explain({ ...first, why: ` ${WHY} `, readAgain: ` ${WORDS}\n` }, second, third)
	const listed = async (who: Principal) => (await callApi(listModules, { as: who, params: { id: course.id } })).text
	const stored = async () => JSON.parse(JSON.parse(await listed(as.admin))[0].additionalContent).questions
	expect(await stored()).toEqual([{ ...first, why: WHY, readAgain: WORDS }, second, third])
	for (const who of [as.visitor, as.member]) {
		const text = await listed(who)
		expect(text).toContain('Two and two?')
		expect(text).not.toMatch(/eclipse|names before/)
	}
	expect(JSON.stringify(await state())).not.toContain('eclipse')
	expect((await take()).explanations?.[0]).toMatchObject({ why: WHY })
	expect((await state()).last.explanations?.[0]).toMatchObject({ why: WHY })
	// Another member's attempt reveals nothing to this one.
	expect(JSON.stringify(await state(as.otherMember))).not.toContain('eclipse')
})

test.each([
	[{ why: 'x'.repeat(2_001) }, 'Why must be at most 2,000 characters'],
	[{ readAgain: 'x'.repeat(201) }, 'Read it again must be at most 200 characters'],
	[{ why: 4 }, 'Why must be text'],
])('rejects %o', async (part, sentence) => {
	const reply = await explain({ ...first, ...part }, second, third)
	expect([reply.status, reply.text]).toEqual([400, sentence])
})

test('links to the passage in another module, else to the text of the quiz, else nowhere', async () => {
	const own = '<h3>Before you start</h3><p>Paper and pencil are allowed here.</p>'
	await change({ content: own })
	const { id } = await reading(
		'<ul><li><strong>Names</strong> before the&#39;s story</li></ul><p>The “last” word &amp; more</p>',
	)
	const words = ["NAMES before the's", '"last" word & more', 'pencil are allowed']
	await explain(...[first, second, third].map((question, at) => ({ ...question, readAgain: words[at] })))
	const places = [id, id, quiz.id].map((moduleId, at) => ({ readAgain: { moduleId, words: words[at] } }))
	expect((await take()).explanations).toEqual(places)
	expect((await state()).last.explanations).toEqual(places)
	// A passage across two paragraphs is not found.
	await explain({ ...first, readAgain: 'story The' }, second, { ...third, readAgain: '' })
	expect((await take()).explanations).toEqual(Array(3).fill({ readAgain: { moduleId: quiz.id } }))
	await change({ content: '' })
	expect((await take()).explanations).toEqual([{}, {}, {}])
})

test('never links to text that is locked for the reader, and sends none of it', async () => {
	const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
	await reading(`<p>It says ${WORDS}.</p>`, { availableFrom: tomorrow })
	await callApi(enroll, { as: as.member, params: { id: course.id } })
	await explain({ ...first, readAgain: WORDS }, second, third)
	expect(JSON.stringify(await take())).not.toContain(WORDS)
	expect(JSON.stringify(await state())).not.toContain(WORDS)
	expect(JSON.stringify(await take({}, as.admin))).toContain(WORDS)
})

test('omits answers and explanations from a result that is older than the questions', async () => {
	await explain({ ...first, why: WHY }, second, third)
	const taken = await take()
	expect(taken.questions).toBe(questionsVersion(QUIZ))
	await explain(second, { ...first, why: WHY }, third)
	const { last, passed } = await state()
	for (const result of [last, passed]) {
		expect(result).toMatchObject({ score: 67, passed: true, results: [true, true, false] })
		expect(result).not.toHaveProperty('answers')
		expect(result).not.toHaveProperty('questions')
		expect(result).not.toHaveProperty('explanations')
	}
	// A new try refers to the current questions. The old pass remains only a score.
	await take({ answers: [1, 0, 1] })
	expect(await state()).toMatchObject({ last: { passed: false, explanations: [{}, { why: WHY }, {}] } })
	expect((await state()).passed).not.toHaveProperty('explanations')
})

test('does not grade answers to other questions', async () => {
	const questions = questionsVersion(QUIZ)
	const attempt = () =>
		callApi(takeQuiz, { as: as.member, params: { id: quiz.id }, body: { answers: [1, 0, 0], questions } })
	const changed = { status: 409, text: takeQuiz.errors.changed[1] }
	await explain(second, first, third)
	expect(await attempt()).toMatchObject(changed)
	await explain(first, second)
	expect(await attempt()).toMatchObject(changed)
	expect(await state()).toMatchObject({ last: null })
	// A new explanation or another correct answer does not change the questions that the reader saw.
	await explain({ ...first, why: WHY, correctAnswer: 0 }, second, third)
	expect(await attempt()).toMatchObject({ status: 201, json: { results: [false, true, true] } })
})
