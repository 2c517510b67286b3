// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { answerCalls } from '#tests/support/site/island-server.ts'
import { contract } from '../api/contract.ts'
import { mutation } from '../api/query.ts'
import { changedMeanwhile, PROBLEM_TYPE, versionField } from '../api/version.ts'
import { $toast } from '../toast.ts'
import { storeDraft } from './draft-storage.ts'
import { useContractForm } from './forms.ts'

const fields = { title: z.string(), text: z.string(), hour: z.string(), zone: z.string() }
const body = z.object(fields)
const meeting = z.object({ ...fields, version: z.number() })
type Meeting = z.output<typeof meeting>
const updateMeeting = contract('PUT /api/meeting', {
	access: 'public',
	body: z.object({ ...fields, ...versionField }),
	response: meeting,
	errors: { changed: changedMeanwhile('meeting') },
	current: meeting,
})
const SAVE = 'PUT /api/meeting'
const updateMutation = mutation(updateMeeting, {
	failed: 'Failed to save meeting',
	input: (input: z.input<typeof updateMeeting.body>) => ({ body: input }),
})

const original: Meeting = { title: 'Fees', text: 'What to ask for', hour: '9', zone: 'Denver', version: 1 }

function MeetingForm({ original, draft }: { original: Meeting; draft?: string }) {
	const { version: _, ...values } = original
	const form = useContractForm(body, updateMutation, {
		labels: { title: 'Title', text: 'Text', hour: 'Time', zone: 'Zone' },
		defaultValues: values,
		afterSending: 'stays',
		edited: {
			what: 'meeting',
			original,
			toForm: ({ version: _, ...theirs }) => theirs,
			together: { hour: ['zone'] },
			formats: { hour: (hour, { zone }) => `${hour} in ${zone}` },
		},
		toInput: (values, base) => ({ ...values, version: base?.version }),
		draft: { key: draft },
	})
	return (
		<Form of={form} aria-label="Meeting">
			<TextField {...form.field('title')} />
			<TextAreaField {...form.field('text')} />
			<TextField {...form.field('hour')} />
			<TextField {...form.field('zone')} />
			{form.isDirty && <p>Not saved yet</p>}
			<SubmitButton form={form} busy="Saving...">
				Save
			</SubmitButton>
		</Form>
	)
}

const conflict = (current: Meeting) => () =>
	Response.json(
		{ status: 409, detail: updateMeeting.errors.changed[1], current },
		{ status: 409, headers: { 'Content-Type': PROBLEM_TYPE } },
	)

/** Mocks the responses to a series of changes. Returns the sent changes. */
function answerChanges(...answers: Array<(input: Meeting) => unknown>): Meeting[] {
	const sent: Meeting[] = []
	answerCalls({ [SAVE]: (input) => answers[sent.push(input as Meeting) - 1]?.(input as Meeting) })
	return sent
}
const saved = (input: Meeting) => ({ ...input, version: input.version + 1 })

const field = (name: string) => screen.getByRole('textbox', { name }) as HTMLInputElement
const notice = () => screen.findByRole('region', { name: /^This meeting has changed/ })
const group = (name: string) => screen.getByRole('group', { name })
const side = (of: string, name: string) => within(group(of)).getByRole('radio', { name }) as HTMLInputElement
const save = () => screen.getByRole('button', { name: 'Save' })

afterEach(() => {
	cleanup()
	localStorage.clear()
	$toast.set(null)
})

async function open(draft?: string) {
	render(<MeetingForm original={original} {...(draft && { draft })} />)
	await waitFor(() => expect(save()).toHaveProperty('disabled', false))
	return userEvent.setup()
}

/** Saves another title after a concurrent change. */
async function collide(...answers: Array<(input: Meeting) => unknown>) {
	const theirs = { ...original, title: 'Flat fees', text: 'What others ask for', version: 4 }
	const sent = answerChanges(conflict(theirs), ...answers)
	const user = await open()
	await user.type(field('Title'), ', again')
	await user.click(save())
	await notice()
	return { sent, user, theirs }
}

test('shows the saved and own values, takes focus, and continues from the choice', async () => {
	const { sent, user } = await collide(saved)
	expect(document.activeElement).toBe(await notice())
	expect(screen.queryByRole('alert')).toBeNull()
	expect(group('Title').textContent).toBe('TitleYoursFees, againLatest versionFlat fees')
	expect([side('Title', 'Yours').checked, field('Title').value]).toEqual([true, 'Fees, again'])
	await user.click(save())
	await waitFor(() =>
		expect(sent.map(({ title, version }) => [title, version])).toEqual([
			['Fees, again', 1],
			['Fees, again', 4],
		]),
	)
	await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
})

test('sets an untouched field to the saved value, and can revert it', async () => {
	const { user } = await collide()
	expect(group('Text').textContent).toBe('TextBeforeWhat to ask forLatest versionWhat others ask for')
	expect([side('Text', 'Latest version').checked, field('Text').value]).toEqual([true, 'What others ask for'])
	await user.click(side('Text', 'Before'))
	expect(field('Text').value).toBe('What to ask for')
})

test('switches between both values by keyboard without losing either', async () => {
	const { user } = await collide()
	await user.type(field('Title'), ' and again')
	expect(group('Title').textContent).toContain('YoursFees, again and again')
	side('Title', 'Yours').focus()
	await user.keyboard('{ArrowDown}')
	expect([side('Title', 'Latest version').checked, field('Title').value]).toEqual([true, 'Flat fees'])
	expect(screen.queryByText('Not saved yet')).toBeNull()
	await user.keyboard('{ArrowUp}')
	expect(field('Title').value).toBe('Fees, again and again')
	expect(screen.queryByText('Not saved yet')).not.toBeNull()
})

test('offers one choice for fields that belong together', async () => {
	answerChanges(conflict({ ...original, hour: '10', zone: 'Boston', version: 2 }))
	const user = await open()
	await user.clear(field('Time'))
	await user.type(field('Time'), '8')
	await user.click(save())
	await notice()
	expect(screen.queryByRole('group', { name: 'Zone' })).toBeNull()
	expect(group('Time').textContent).toBe('TimeYours8 in DenverLatest version10 in Boston')
	await user.click(side('Time', 'Latest version'))
	expect([field('Time').value, field('Zone').value]).toEqual(['10', 'Boston'])
})

test('keeps the choice when a retry fails, and offers a new choice for a newer version', async () => {
	const newer = { ...original, title: 'Fees by the hour', version: 5 }
	const { sent, user } = await collide(() => new Response('Busy', { status: 503 }), conflict(newer))
	await user.click(save())
	await screen.findByText('Busy')
	expect(group('Title').textContent).toContain('Flat fees')
	await user.click(save())
	await waitFor(() => expect(group('Title').textContent).toContain('Fees by the hour'))
	expect(field('Title').value).toBe('Fees, again')
	expect(sent.map(({ version }) => version)).toEqual([1, 4, 4])
})

test('offers no choice for fields changed only here', async () => {
	answerChanges(conflict({ ...original, text: 'What others ask for', version: 2 }))
	const user = await open()
	await user.type(field('Title'), ', again')
	await user.click(save())
	await notice()
	expect(screen.getAllByRole('group').map((one) => one.querySelector('legend')?.textContent)).toEqual(['Text'])
	expect(field('Title').value).toBe('Fees, again')
})

test('offers no choice if both sides saved the same value', async () => {
	answerChanges(conflict({ ...original, title: 'Fees, again', version: 2 }))
	const user = await open()
	await user.type(field('Title'), ', again')
	await user.click(save())
	expect((await notice()).textContent).toContain('does not affect this form')
	expect(screen.queryByRole('radio')).toBeNull()
})

test.each([
	['an older version is shown beside the saved one before anything is sent', 0, true],
	['the current version continues without a question', 1, false],
	['an unknown version continues without a question', undefined, false],
])('a draft of %s', async (_, version, isShown) => {
	const draft = { ...original, ':version': version, title: 'Fees, in a draft' }
	storeDraft('u1:meeting', JSON.stringify(draft))
	await open('u1:meeting')
	await waitFor(() => expect(field('Title').value).toBe('Fees, in a draft'))
	expect(screen.queryByRole('region') !== null).toBe(isShown)
	if (!isShown) return
	expect((await notice()).textContent).toContain('since you started this draft')
	expect(group('Title').textContent).toBe('TitleYoursFees, in a draftLatest versionFees')
})

test('stores a draft with the version it is based on', async () => {
	const user = await open('u1:meeting')
	await user.type(field('Title'), '!')
	cleanup()
	render(<MeetingForm original={{ ...original, title: 'Flat fees', version: 2 }} draft="u1:meeting" />)
	await notice()
	expect([field('Title').value, group('Title').textContent]).toEqual([
		'Fees!',
		'TitleYoursFees!Latest versionFlat fees',
	])
})

test('highlights the difference between two long values, and no toast covers them', async () => {
	const long = 'What to ask for, and when to ask for it. '.repeat(12)
	answerChanges(conflict({ ...original, text: `${long}Never by telephone.`, version: 2 }))
	const user = await open()
	await user.clear(field('Text'))
	await user.type(field('Text'), `${long}Always by letter.`)
	await user.click(save())
	await notice()
	const marks = within(group('Text')).getAllByRole('mark')
	expect(marks.map(({ textContent }) => textContent)).toEqual(['Always by letter', 'Never by telephone'])
	expect($toast.get()).toBeNull()
})
