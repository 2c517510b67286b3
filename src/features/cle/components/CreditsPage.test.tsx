import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import { creditOf, ledgerOf, newYorkCard, next } from '#tests/support/cle/ledger.ts'
import { answerCalls } from '#tests/support/site/island-server.ts'
import type { Credit, Ledger } from '../contract.ts'
import { CreditsPage } from './CreditsPage.tsx'

const all = { admission: '', cycle: '' }
const ledger = ledgerOf(newYorkCard())
const show = (credits: Credit[], props: { ledger?: Ledger; canChange?: boolean } = {}) =>
	render(<CreditsPage ledger={ledger} credits={credits} filters={all} canChange {...props} />)
const row = (title: string) => within(screen.getByText(title).closest('li') as HTMLElement)

afterEach(() => {
	cleanup()
	queryClient.clear()
	vi.unstubAllGlobals()
	sessionStorage.clear()
})

test('lists credits by cycle, including their details and voided credits', () => {
	show([
		creditOf({ id: 'c2', title: 'Trial skills', cycleFrom: next.cycleFrom, certificateNumber: 'ABCD', source: 'ours' }),
		creditOf(),
		creditOf({ id: 'c3', title: 'Twice', voided: { reason: 'Logged twice', at: '2026-05-01T10:00:00.000Z' } }),
	])
	expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
		'New York, 12 Apr 2027 to 11 Apr 2029',
		'New York, 12 Apr 2025 to 11 Apr 2027',
	])
	expect(row('Escrow basics').getByText('March 12, 2026 · City Bar · In person · 75 minutes')).toBeDefined()
	expect(row('Escrow basics').getByText('Self-reported, not accredited')).toBeDefined()
	expect(row('Escrow basics').getByText('1.5 credits')).toBeDefined()
	expect(row('Twice').getByText('Logged twice')).toBeDefined()
	expect(row('Twice').queryByRole('button')).toBeNull()
	expect(row('Trial skills').getByRole('link', { name: 'Certificate ABCD' })).toBeDefined()
})

test('logs a duplicate credit after a warning', async () => {
	const sent: object[] = []
	answerCalls({
		'GET /api/cle': () => ledger,
		'GET /api/cle/credits': () => [creditOf()],
		'POST /api/cle/credits': (body) => {
			sent.push(body as object)
			if (sent.length === 1) return new Response('You have logged this programme already', { status: 409 })
			return creditOf()
		},
	})
	const user = userEvent.setup()
	show([])
	expect(screen.getByText('No credits yet')).toBeDefined()
	await user.click(screen.getByRole('button', { name: 'Add a credit' }))
	const dialog = within(screen.getByRole('dialog', { name: 'Add a credit' }))
	await user.type(dialog.getByLabelText('Title'), 'Escrow basics')
	await user.type(dialog.getByLabelText('Provider'), 'City Bar')
	await user.selectOptions(dialog.getByLabelText('Category'), 'Ethics')
	await user.click(dialog.getByRole('button', { name: 'Add credit' }))
	expect((await dialog.findAllByText('Enter the minutes or the credits')).length).toBeGreaterThan(0)
	await user.type(dialog.getByLabelText(/^Minutes/), '75')
	await user.click(dialog.getByRole('button', { name: 'Add credit' }))
	expect(await dialog.findByText('You have logged this programme already')).toBeDefined()
	await user.click(dialog.getByRole('button', { name: 'Log it anyway' }))
	expect(await screen.findByText('Escrow basics')).toBeDefined()
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	expect(sent).toMatchObject([
		{ admissionId: 'ny', minutes: 75, credits: null, category: 'ethics', date: '2026-11-29', force: false },
		{ force: true },
	])
})

test('voids a credit with a reason', async () => {
	const reasons: unknown[] = []
	const voided = creditOf({ voided: { reason: 'Logged twice', at: '2026-11-29T10:00:00.000Z' } })
	answerCalls({
		'GET /api/cle': () => ledger,
		'GET /api/cle/credits': () => [voided],
		'POST /api/cle/credits/c1/void': (body) => {
			reasons.push(body)
			return voided
		},
	})
	const user = userEvent.setup()
	render(
		<main>
			<CreditsPage ledger={ledger} credits={[creditOf()]} filters={all} canChange />
		</main>,
	)
	await user.click(row('Escrow basics').getByRole('button'))
	await user.click(await screen.findByRole('menuitem', { name: 'Void' }))
	const dialog = within(screen.getByRole('alertdialog', { name: 'Void this credit?' }))
	await user.click(dialog.getByRole('button', { name: 'Void credit' }))
	expect(await dialog.findByText('Enter a reason')).toBeDefined()
	await user.type(dialog.getByLabelText('Reason'), 'Logged twice{Enter}')
	expect(await screen.findByText('Logged twice')).toBeDefined()
	expect(reasons).toEqual([{ reason: 'Logged twice' }])
})

test('rejects a certificate that is too large or has the wrong type', async () => {
	const calls = answerCalls({ 'POST /api/cle/uploads': () => ({ mediaId: 'm1', name: 'paper.pdf', href: '/x' }) })
	const user = userEvent.setup({ applyAccept: false })
	show([])
	await user.click(screen.getByRole('button', { name: 'Add a credit' }))
	const field = screen.getByLabelText(/^Certificate/)
	await user.upload(field, new File(['text'], 'notes.txt', { type: 'text/plain' }))
	expect(await screen.findByText('Use a PDF, JPEG or PNG file')).toBeDefined()
	const large = new File(['x'], 'large.pdf', { type: 'application/pdf' })
	Object.defineProperty(large, 'size', { value: 10_000_001 })
	await user.upload(field, large)
	expect(await screen.findByText('Use a file of at most 10 MB')).toBeDefined()
	expect(calls).toEqual([])
	await user.upload(field, new File(['%PDF'], 'paper.pdf', { type: 'application/pdf' }))
	expect(await screen.findByText('paper.pdf is attached.')).toBeDefined()
})

test('a lapsed member can read credits but not change them', () => {
	show([creditOf()], { canChange: false })
	expect(screen.getByText('Escrow basics')).toBeDefined()
	expect(screen.queryByRole('button')).toBeNull()
})

test('asks for an admission first', () => {
	show([], { ledger: ledgerOf() })
	expect(screen.getByRole('link', { name: 'Add an admission' })).toBeDefined()
})
