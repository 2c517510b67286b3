// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import { answerCalls } from '#tests/support/site/island-server.ts'
import type { DryRun, UserImport } from '../../../import-contract.ts'
import { ImportPage } from './ImportPage.tsx'

afterEach(() => {
	cleanup()
	queryClient.clear()
	vi.unstubAllGlobals()
})

const props = {
	invitation: { subject: '', opening: '', closing: '', version: 0 },
	courses: [],
	own: { id: 'ruth', name: 'Ruth Adeyemi' },
}

const emptyPage = { items: [], total: 0, next: undefined }

const NONE_KNOWN = { invited: 0, applied: 0, active: 0, deactivated: 0, rejected: 0 }

const dryRun = (overrides: Partial<DryRun> = {}): DryRun => ({
	headings: ['Who', 'Where'],
	columns: { name: 0, email: 1 },
	counts: { fresh: 1, members: 0, known: NONE_KNOWN, faulty: 1 },
	...{ marked: 0, named: 0, undated: 0, due: 0, dues: null },
	rows: [
		{ line: 3, state: 'faulty', memberStatus: null, name: 'Ben', email: '', fault: 'email address is missing' },
		{ line: 2, state: 'new', memberStatus: null, name: 'Ada', email: 'ada@example.com', fault: '' },
	],
	...overrides,
})

const list: UserImport = {
	...{
		id: '1',
		state: 'done',
		createdByName: 'Ruth Adeyemi',
		rowCount: 2,
		invited: 1,
		members: 0,
		faulty: 1,
		waiting: 0,
		come: 0,
		open: 0,
		due: 0,
		dueAt: null,
	},
	...{ createdAt: '2026-11-01T09:00:00.000Z', finishedAt: null, mailsUntil: '2026-11-01T09:00:00.000Z' },
	...{ mailsWait: false, cancelledAt: null, cancelledByName: null },
}

const CHECK = 'POST /api/admin/user-imports/check'
const CREATE = 'POST /api/admin/user-imports'
const LIST = 'GET /api/admin/user-imports'

async function checkPasted(user: ReturnType<typeof userEvent.setup>, text = 'Who,Where\nAda,ada@example.com\nBen,\n') {
	await user.click(screen.getByLabelText(/^Or paste the list/))
	await user.paste(text)
	await user.click(screen.getByRole('button', { name: 'Check the list' }))
}

async function confirm(user: ReturnType<typeof userEvent.setup>) {
	const question = within(screen.getByRole('alertdialog', { name: 'Invite 1 person?', hidden: true }))
	await user.click(question.getByRole('button', { name: 'Invite', hidden: true }))
}

test('checks a list before it invites anyone, and shows the report afterward', async () => {
	const user = userEvent.setup()
	const calls = answerCalls({
		[CHECK]: () => dryRun(),
		[CREATE]: () => Response.json(list, { status: 201 }),
		[LIST]: () => [list],
	})
	render(<ImportPage initial={emptyPage} isMailOff={false} {...props} />)
	await checkPasted(user)
	expect(await screen.findByText('1 new, 0 already members, 1 with errors')).toBeDefined()
	expect(screen.getByText(/Row 3: email address is missing/)).toBeDefined()
	expect(calls.filter((call) => call === CREATE)).toEqual([])
	await user.click(screen.getByRole('button', { name: 'Invite 1 person' }))
	expect(calls.filter((call) => call === CREATE)).toEqual([])
	await confirm(user)
	const lists = await screen.findByRole('region', { name: 'Lists of the last month' })
	const report = await within(lists).findByRole('link', { name: /^Report/ })
	expect(report.getAttribute('href')).toBe('/api/admin/user-imports/1/report')
	expect(screen.getByRole('button', { name: 'Check the list' })).toBeDefined()
})

test('warns about unsubscribed people before inviting, and invites them only if confirmed', async () => {
	const user = userEvent.setup()
	const sent: string[] = []
	answerCalls({
		[LIST]: () => [],
		[CHECK]: () => dryRun({ marked: 1, named: 2 }),
		[CREATE]: () => Response.json(list, { status: 201 }),
	})
	const originalFetch = globalThis.fetch
	vi.stubGlobal('fetch', (url: string, options: RequestInit) => {
		if (options.method === 'POST') sent.push(url)
		return originalFetch(url, options)
	})
	render(<ImportPage initial={emptyPage} isMailOff={false} {...props} />)
	await checkPasted(user)
	expect(await screen.findByText(/The list marks 1 person .* They will be skipped\./)).toBeDefined()
	expect(screen.getByText(/2 people have no name in the list/)).toBeDefined()
	await user.click(screen.getByRole('checkbox', { name: 'Invite them anyway' }))
	expect(await screen.findByText(/They will be invited anyway\./)).toBeDefined()
	await user.click(screen.getByRole('button', { name: 'Invite 1 person' }))
	await confirm(user)
	await waitFor(() => expect(sent).toHaveLength(3))
	expect(sent.map((address) => address.includes('withMarked=true'))).toEqual([false, true, true])
})

test('cancels a list with unsent invitations after explaining that sent ones stay valid', async () => {
	const user = userEvent.setup()
	let shown: UserImport = { ...list, rowCount: 9, invited: 9, mailsWait: true }
	const calls = answerCalls({
		[LIST]: () => [shown],
		'POST /api/admin/user-imports/1/cancel': () => {
			shown = { ...shown, state: 'done', invited: 3, waiting: 6, cancelledAt: list.createdAt, cancelledByName: 'Ruth' }
			return shown
		},
	})
	render(<ImportPage initial={{ items: [shown], total: 1, next: undefined }} isMailOff={false} {...props} />)
	await user.click(screen.getByRole('button', { name: /^Cancel the list from/ }))
	expect(screen.getByRole('alertdialog').textContent).toContain('their links keep working')
	expect(calls).not.toContain('POST /api/admin/user-imports/1/cancel')
	await user.click(screen.getByRole('button', { name: 'Stop inviting' }))
	expect(await screen.findAllByText('Cancelled by Ruth: 6 were not invited')).not.toEqual([])
	expect(screen.queryByRole('button', { name: /^Cancel the list from/ })).toBeNull()
})

test('explains that a list stopped because its creator is no longer an admin', () => {
	const stopped = { ...list, waiting: 1, invited: 0, cancelledAt: list.createdAt }
	answerCalls({ [LIST]: () => [stopped] })
	render(<ImportPage initial={{ items: [stopped], total: 1, next: undefined }} isMailOff={false} {...props} />)
	expect(screen.getByText('Stopped because Ruth Adeyemi is no longer an admin: 1 was not invited')).toBeDefined()
})

test('offers no cancellation for a list without unsent invitations', () => {
	answerCalls({ [LIST]: () => [list] })
	render(<ImportPage initial={{ items: [list], total: 1, next: undefined }} isMailOff={false} {...props} />)
	expect(screen.queryByRole('button', { name: /^Cancel the list from/ })).toBeNull()
})

test('checks again after a column changes, and keeps the choice on failure', async () => {
	const user = userEvent.setup()
	let isDown = false
	answerCalls({
		[CHECK]: () => (isDown ? new Response('The service is busy', { status: 503 }) : dryRun()),
		[LIST]: () => [],
	})
	render(<ImportPage initial={emptyPage} isMailOff={false} {...props} />)
	await checkPasted(user)
	await screen.findByText('1 new, 0 already members, 1 with errors')
	isDown = true
	await user.selectOptions(screen.getByLabelText('Firm'), 'Who')
	expect((await screen.findByRole('alert')).textContent).toContain('The service is busy')
	expect(screen.getByText(/Row 3: email address is missing/)).toBeDefined()
	isDown = false
	await user.selectOptions(screen.getByLabelText('Firm'), 'Where')
	await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('keeps unreadable input in the field, with the reason', async () => {
	const user = userEvent.setup()
	const reason = 'This list is empty. Its first line must be the headings.'
	answerCalls({ [CHECK]: () => new Response(reason, { status: 400 }), [LIST]: () => [] })
	render(<ImportPage initial={emptyPage} isMailOff={false} {...props} />)
	await user.click(screen.getByRole('button', { name: 'Check the list' }))
	expect((await screen.findByRole('alert')).textContent).toContain('Choose a file or paste a list')
	await checkPasted(user, 'Name,Email')
	await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toContain(reason))
	expect(screen.getByLabelText(/^Or paste the list/)).toHaveProperty('value', 'Name,Email')
})

test('disables inviting if there is no mail server, and shows why', async () => {
	const user = userEvent.setup()
	answerCalls({ [CHECK]: () => dryRun(), [LIST]: () => [] })
	render(<ImportPage initial={emptyPage} isMailOff={true} {...props} />)
	expect(screen.getByRole('alert').textContent).toContain('cannot send email')
	await checkPasted(user)
	expect((await screen.findByRole('button', { name: 'Invite 1 person' })) as HTMLButtonElement).toHaveProperty(
		'disabled',
		true,
	)
})

test('reports a file that changed after it was chosen', async () => {
	const user = userEvent.setup()
	render(<ImportPage initial={emptyPage} isMailOff={false} {...props} />)
	const file = new File(['Name,Email'], 'list.csv', { type: 'text/csv' })
	// Fails as in a browser after a spreadsheet has overwritten the file.
	file.arrayBuffer = () => Promise.reject(new DOMException('could not be read', 'NotReadableError'))
	await user.upload(screen.getByLabelText(/^A file/), file)
	await user.click(screen.getByRole('button', { name: 'Check the list' }))
	expect((await screen.findByRole('alert')).textContent).toContain('has changed or moved since you chose it')
})

test('asks once for the columns if none is recognized', async () => {
	const user = userEvent.setup()
	let checks = 0
	answerCalls({ [CHECK]: () => dryRun(checks++ === 0 ? { columns: { name: 0 } } : {}) })
	render(<ImportPage initial={emptyPage} isMailOff={false} {...props} />)
	await checkPasted(user)
	expect((await screen.findByRole('alert')).textContent).toBe(
		'We could not find the column with email addresses. Choose it below.',
	)
	await user.selectOptions(screen.getByLabelText('Email address'), 'Where')
	await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
