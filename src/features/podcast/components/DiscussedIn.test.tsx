import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { $user } from '#src/lib/api/auth-state.ts'
import { queryClient } from '#src/lib/api/query-client.ts'
import { answerCalls } from '#tests/support/site/island-server.ts'
import type { Mention } from '../library-contract.ts'
import { initialPlayerState } from '../player/player-state.ts'
import { DiscussedIn } from './DiscussedIn.tsx'
import { pagePlayer } from './player/page-player.ts'

const MEMBER = { id: 'u1', name: 'Dana', username: 'dana', email: 'dana@example.com', role: 'user' } as const
const linkedAt = '2026-01-01T00:00:00.000Z'
const questionMention: Mention = {
	...{ kind: 'question', id: 'q1', title: 'How do you say it?', href: '/questions/q1', courseTitle: null },
	...{ starts: [20, 754], linkedAt },
}
const moduleMention: Mention = {
	...{ kind: 'module', id: 'm1', title: 'First call', href: '/courses/fees?m=m1', courseTitle: 'Fees' },
	...{ starts: [], linkedAt },
}

const discussionMention: Mention = { ...moduleMention, kind: 'discussion' }
const courseMention: Mention = {
	...{ ...moduleMention, kind: 'course', id: 'c1', title: 'Billing', href: '/courses/billing', courseTitle: 'Billing' },
}

beforeEach(() => {
	queryClient.clear()
	$user.set(undefined)
})

const answerMentions = (answer: () => unknown) => answerCalls({ 'GET /api/podcast/episodes/e1/mentions': answer })

test('renders a box for members only, without a request', () => {
	const calls = answerMentions(() => [])
	const html = renderToString(<DiscussedIn episodeId="e1" slug="fees" />)
	expect(html).toMatch(/^<section[^>]* class="for-good"/)
	expect(calls).toEqual([])
})

test('shows nothing to visitors and sends no request', () => {
	const calls = answerMentions(() => [])
	$user.set(null)
	const { container } = render(<DiscussedIn episodeId="e1" slug="fees" />)
	expect(container.innerHTML).toBe('')
	expect(calls).toEqual([])
})

test('links members to questions, modules, discussions and courses, and to the linked seconds', async () => {
	answerMentions(() => [questionMention, moduleMention, discussionMention, courseMention])
	$user.set(MEMBER)
	render(<DiscussedIn episodeId="e1" slug="fees" />)
	const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
	await screen.findByRole('link', { name: 'How do you say it?' })
	expect([link('How do you say it?'), link('0:20'), link('12:34')]).toEqual(['/questions/q1', '?t=20', '?t=754'])
	const places = screen.getAllByRole('listitem').map((item) => item.textContent)
	for (const [at, place] of ['Question, ', 'Module of Fees, ', 'Discussion in Fees, ', 'Course, '].entries())
		expect(places[at]).toContain(place)
})

test('explains an empty list, and retries after a failure', async () => {
	let isFailing = true
	answerMentions(() => {
		if (isFailing) throw new Error('away')
		return []
	})
	$user.set(MEMBER)
	render(<DiscussedIn episodeId="e1" slug="fees" />)
	await screen.findByText('Failed to fetch discussions of this episode')
	isFailing = false
	await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
	expect(await screen.findByText('Nobody has discussed this episode yet.')).toBeDefined()
})

test('links to a new question about the episode, at the second that is playing', async () => {
	answerMentions(() => [questionMention])
	$user.set(MEMBER)
	render(<DiscussedIn episodeId="e1" slug="fees" />)
	const link = await screen.findByRole('link', { name: 'Ask a question' })
	const linkHref = () => link.getAttribute('href')
	expect(linkHref()).toBe('/questions/new?episode=fees')
	// jsdom cannot navigate.
	link.addEventListener('click', (event) => event.preventDefault())
	const setPlaying = (episodeId: string) => pagePlayer.$state.set({ ...initialPlayerState, episodeId, position: 754.6 })
	setPlaying('another')
	await userEvent.click(link)
	expect(linkHref()).toBe('/questions/new?episode=fees')
	setPlaying('e1')
	await userEvent.click(link)
	expect(linkHref()).toBe('/questions/new?episode=fees&t=754')
	pagePlayer.$state.set(initialPlayerState)
})
