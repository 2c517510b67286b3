import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#src/lib/api/errors.ts'
import { queryClient } from '#src/lib/api/query-client.ts'
import { QUIZ } from '#tests/support/courses/quiz.ts'
import type { CourseModule } from '../../contract.ts'
import { ModuleForm } from './ModuleForm.tsx'

const call = vi.hoisted(() => vi.fn())
vi.mock('#src/lib/api/api-client.ts', () => ({ call, useCsrfToken: () => ({ token: null, isLoading: false }) }))

beforeEach(() => {
	localStorage.clear()
	call.mockReset()
	call.mockImplementation((_, { body }) => Promise.resolve({ ...stored, ...body }))
})
afterEach(() => {
	cleanup()
	queryClient.clear()
})

const stored: CourseModule = {
	id: 'm1',
	courseId: 'c1',
	title: 'What did you take from it?',
	description: 'Three questions about the call.',
	type: 'quiz',
	content: '<p>Answer all of them, and take your time.</p>',
	orderIndex: 0,
	additionalContent: JSON.stringify(QUIZ),
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-01T00:00:00.000Z',
	version: 3,
}

function open(module: CourseModule | undefined) {
	const onSaved = vi.fn()
	render(<ModuleForm courseId="c1" module={module} userId="u1" frameHosts={[]} onSaved={onSaved} onCancel={() => {}} />)
	return { user: userEvent.setup(), onSaved }
}

const choose = (user: ReturnType<typeof userEvent.setup>, type: string) =>
	user.selectOptions(screen.getByLabelText('Type'), type)
const questions = () => screen.queryAllByLabelText('Question')
const save = () => screen.getByRole('button', { name: /^(Save|Create) Module$/ })
const sent = () => call.mock.calls.map(([, { body }]) => body)[0]

test('keeps the quiz when another type is selected, even after a reload', async () => {
	const { user } = open(stored)
	await choose(user, 'journal')
	await user.type(screen.getByLabelText('Prompt'), 'What surprised you?')
	await choose(user, 'quiz')
	expect(questions()).toHaveLength(3)
	await choose(user, 'journal')
	expect(screen.getByLabelText('Prompt')).toHaveProperty('value', 'What surprised you?')
	cleanup()
	open(stored)
	expect(screen.getByLabelText('Prompt')).toHaveProperty('value', 'What surprised you?')
	await choose(user, 'quiz')
	expect(questions()).toHaveLength(3)
})

test('asks before saving as another type, and lists what is lost', async () => {
	const { user, onSaved } = open(stored)
	await choose(user, 'text')
	await user.click(save())
	const question = screen.getByRole('alertdialog', { name: 'Save it as a text?' })
	expect(question.textContent).toContain(
		'This module is saved as a quiz. Saving it as a text deletes its 3 questions. Members no longer see their results.',
	)
	await user.click(within(question).getByRole('button', { name: 'Cancel' }))
	expect(call).not.toHaveBeenCalled()
	await choose(user, 'quiz')
	expect(questions()).toHaveLength(3)
	await choose(user, 'text')
	await user.click(save())
	await user.click(screen.getByRole('button', { name: 'Save as a text' }))
	await vi.waitFor(() => expect(onSaved).toHaveBeenCalled())
	expect(sent()).toMatchObject({ type: 'text', additionalContent: {} })
	expect(localStorage).toHaveLength(0)
})

test('saves as the same type without asking, with only the data of that type', async () => {
	const { user, onSaved } = open(stored)
	await user.type(screen.getByLabelText('Title'), ' Again')
	await user.click(save())
	await vi.waitFor(() => expect(onSaved).toHaveBeenCalled())
	expect(sent()).toMatchObject({ title: 'What did you take from it? Again', type: 'quiz', additionalContent: QUIZ })
	expect(sent()).not.toHaveProperty('typed')
})

test('lists all errors and focuses the first field, even from the preview', async () => {
	const { user } = open(undefined)
	await user.click(screen.getByRole('tab', { name: 'Preview' }))
	await user.click(save())
	expect(screen.getByRole('tab', { name: 'Write' }).getAttribute('aria-selected')).toBe('true')
	expect(document.activeElement).toBe(screen.getByLabelText('Title'))
	const summary = screen.getByRole('region', { name: 'Fields to check' })
	expect(
		within(summary)
			.getAllByRole('button')
			.map((button) => button.textContent),
	).toEqual(['Title', 'Description', 'Content'])
	await user.click(within(summary).getByRole('button', { name: 'Content' }))
	expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Content' }))
	expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true')
})

test('requires content for a text module but not for a quiz', async () => {
	const { user } = open({ ...stored, content: '' })
	const label = screen.getByText('Content', { selector: '.label > span' })
	expect(label.parentElement?.textContent).toBe('Content (optional)')
	await user.click(save())
	expect(sent()).toMatchObject({ type: 'quiz', content: '' })
	cleanup()
	localStorage.clear()
	const text = open({ ...stored, type: 'text', content: '' })
	await text.user.click(save())
	expect(await screen.findAllByText('Content must be at least 20 characters')).not.toHaveLength(0)
	expect(call).toHaveBeenCalledTimes(1)
})

test('focuses invalid fields of questions and answers', async () => {
	const { user } = open(stored)
	await user.clear(screen.getByLabelText('Answer 2 of question 2'))
	await user.clear(questions()[2] as HTMLElement)
	await user.click(save())
	expect(call).not.toHaveBeenCalled()
	expect(document.activeElement).toBe(screen.getByLabelText('Answer 2 of question 2'))
	expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true')
	const summary = screen.getByRole('region', { name: 'Fields to check' })
	await user.click(within(summary).getByRole('button', { name: 'Question 3' }))
	expect(document.activeElement).toBe(questions()[2])
	await user.type(questions()[2] as HTMLElement, 'Who decides?')
	expect(
		within(summary)
			.getAllByRole('button')
			.map((button) => button.textContent),
	).toEqual(['Question 2, answer 2'])
})

test('keeps an answer on one line, typed or pasted', async () => {
	const { user } = open(stored)
	const answer = screen.getByLabelText<HTMLTextAreaElement>('Answer 1 of question 1')
	await user.clear(answer)
	await user.type(answer, 'Ask{Enter} first')
	await user.paste(',\r\n  then sign')
	expect(answer.value).toBe('Ask first, then sign')
	expect(call).not.toHaveBeenCalled()
})

test.each([
	['quiz', 'Add at least one question', () => screen.getByRole('button', { name: 'Add a question' })],
	['journal', 'Write the prompt', () => screen.getByLabelText('Prompt')],
	['video', 'Enter a video link', () => screen.getByLabelText('Video link')],
])('does not save an incomplete %s', async (type, sentence, field) => {
	const { user } = open({ ...stored, type, additionalContent: '{}' })
	await user.click(save())
	expect(call).not.toHaveBeenCalled()
	expect(screen.getByText(sentence)).toBeTruthy()
	expect(document.activeElement).toBe(field())
})

test('keeps the focus nearby when questions and answers are added, moved or removed', async () => {
	const { user } = open(stored)
	const focused = () => document.activeElement
	await user.click(screen.getByRole('button', { name: /^Add an answer ?to question 1$/ }))
	expect(focused()).toBe(screen.getByLabelText('Answer 3 of question 1'))
	await user.click(screen.getByRole('button', { name: 'Remove answer 3 of question 1' }))
	expect(focused()).toBe(screen.getByLabelText('Answer 2 of question 1'))
	await user.click(screen.getByRole('button', { name: 'Add a question' }))
	expect(focused()).toBe(questions()[3])
	await user.click(screen.getByRole('button', { name: 'Move question 2 up' }))
	expect(focused()).toBe(screen.getByRole('heading', { name: 'Question 1' }))
	for (const left of [3, 2, 1]) {
		await user.click(screen.getByRole('button', { name: `Remove question ${left + 1}` }))
		expect(focused()).toBe(screen.getByRole('heading', { name: `Question ${left}` }))
	}
	await user.click(screen.getByRole('button', { name: 'Remove question 1' }))
	expect(focused()).toBe(screen.getByRole('button', { name: 'Add a question' }))
})

test('keeps the focus in the form when changes are discarded', async () => {
	const { user } = open(stored)
	await user.type(screen.getByLabelText('Title'), ' Again')
	await user.click(screen.getByRole('button', { name: 'Discard changes' }))
	await user.click(screen.getByRole('button', { name: 'Discard' }))
	expect(screen.getByLabelText('Title')).toHaveProperty('value', stored.title)
	expect(document.activeElement).toBe(screen.getByLabelText('Title'))
})

test('reads drafts in the format of earlier versions', () => {
	const draft = { title: 'Kept', description: 'd', type: 'journal', content: '<p>c</p>', data: { prompt: 'Why?' } }
	localStorage.setItem('second-chair:draft:u1:module:m1', JSON.stringify(draft))
	open(stored)
	expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Kept')
	expect(screen.getByLabelText('Prompt')).toHaveProperty('value', 'Why?')
})

/** Responds with a conflict: another admin saved `part` of the module. */
function rejectOnce(part: Partial<CourseModule>) {
	const current = { ...stored, ...part, version: 4 }
	call.mockRejectedValueOnce(new ApiError(409, 'This module has changed.', { current }))
}
const group = (name: string) => screen.getByRole('group', { name })

test('shows both versions of a quiz after a conflict, and saves the chosen one as a whole', async () => {
	const [first, ...others] = QUIZ.questions
	const questions = [{ ...first, question: 'Two and three?', correctAnswer: 0 }, ...others]
	rejectOnce({ additionalContent: JSON.stringify({ ...QUIZ, questions }) })
	const { user, onSaved } = open(stored)
	await user.type(screen.getAllByLabelText('Question')[0] as HTMLElement, ' Quickly!')
	await user.click(save())
	await screen.findByRole('region', { name: /^This module has changed/ })
	const [mine, theirs] = within(group('Type')).getAllByRole('region')
	expect(mine?.textContent).toContain('Question 1: Two and two? Quickly!')
	expect(mine?.textContent).toContain('Question 1, the right answer: 2')
	expect(theirs?.textContent).toContain('Question 1: Two and three?')
	expect(theirs?.textContent).toContain('Question 1, the right answer: 1')
	await user.click(within(group('Type')).getByRole('radio', { name: 'Latest version' }))
	expect(screen.getAllByLabelText('Question')[0]).toHaveProperty('value', 'Two and three?')
	await user.click(save())
	await vi.waitFor(() => expect(onSaved).toHaveBeenCalled())
	expect(call.mock.calls.map(([, { body }]) => body.version)).toEqual([3, 4])
	expect(call.mock.calls.at(-1)?.[1].body.additionalContent.questions).toEqual(questions)
})

test('shows the chosen version in the editor', async () => {
	rejectOnce({ content: '<p>Answer <strong>none</strong> of them.</p>' })
	const { user } = open(stored)
	await user.type(screen.getByLabelText('Title'), '!')
	await user.click(save())
	await screen.findByRole('region', { name: /^This module has changed/ })
	const editor = () => screen.getByRole('textbox', { name: 'Content' })
	expect(editor().textContent).toBe('Answer none of them.')
	await user.click(within(group('Content')).getByRole('radio', { name: 'Before' }))
	expect(editor().textContent).toBe('Answer all of them, and take your time.')
})

test("shows an older draft next to another admin's change when the form opens again", async () => {
	const { user } = open(stored)
	await user.type(screen.getByLabelText('Title'), '!')
	cleanup()
	open({ ...stored, title: 'What surprised you?', version: 4 })
	await screen.findByRole('region', { name: 'This module has changed since you started this draft.' })
	expect(group('Title').textContent).toBe('TitleYoursWhat did you take from it?!Latest versionWhat surprised you?')
})

test('keeps the text of a module that was deleted during the edit, with a link to restore it', async () => {
	const { user, onSaved } = open(stored)
	await user.type(screen.getByLabelText('Title'), ' Today?')
	call.mockRejectedValueOnce(new ApiError(404, 'Module not found'))
	await user.click(save())
	const link = await screen.findByRole('link', { name: 'check in a new tab whether it can be restored' })
	expect(link.getAttribute('href')).toBe('/admin/deleted')
	expect(link.getAttribute('target')).toBe('_blank')
	expect(screen.getByLabelText('Title')).toHaveProperty('value', 'What did you take from it? Today?')
	// Once the module is restored, it can be saved again.
	await user.click(save())
	await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
})

test('shows which paragraph the words of a question link to, and saves them with the explanation', async () => {
	const reading = {
		...stored,
		id: 'm0',
		title: 'Reading',
		content: '<h3>First</h3><p>Names come before the story.</p>',
	}
	render(
		<ModuleForm
			{...{ courseId: 'c1', userId: 'u1', frameHosts: [], onSaved() {}, onCancel() {} }}
			module={stored}
			courseModules={[reading, stored]}
		/>,
	)
	const user = userEvent.setup()
	const [first, second] = [1, 2].map((number) => within(screen.getByRole('region', { name: `Question ${number}` })))
	await user.type(first?.getByLabelText(/^Why/) as HTMLElement, 'It is early.')
	await user.type(first?.getByLabelText(/^Read it again/) as HTMLElement, 'names COME')
	expect(first?.getByText('Links to this paragraph in “Reading”.')).toBeDefined()
	await user.type(second?.getByLabelText(/^Read it again/) as HTMLElement, 'elsewhere')
	expect(second?.getByText(/^No paragraph in this course has these words/)).toBeDefined()
	const suggested = [...document.querySelectorAll('datalist option')].map((option) => option.getAttribute('value'))
	expect(suggested).toEqual(['Answer all of them, and take your time.', 'First', 'Names come before the story.'])
	await user.click(save())
	expect(sent().additionalContent.questions).toEqual([
		{ ...QUIZ.questions[0], why: 'It is early.', readAgain: 'names COME' },
		{ ...QUIZ.questions[1], readAgain: 'elsewhere' },
		QUIZ.questions[2],
	])
})
