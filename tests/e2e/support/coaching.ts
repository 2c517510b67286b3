import type { Page } from 'playwright/test'
import type { Session, Topic } from '#src/features/coaching/contract.ts'
import { awake, type Role } from './fixtures.ts'
import { send } from './send.ts'

type SignInAs = (role: Role) => Promise<void>

/** Returns the path for an admin's changes to a session. */
export const sessionPath = (id: string) => `/api/coaching/sessions/${id}`

/** Returns the time in this many minutes, rounded up to a full minute. */
export const inMinutes = (minutes: number) => new Date(Math.ceil(Date.now() / 60_000 + minutes) * 60_000).toISOString()

/** Creates a session as an admin. The previous user must sign in again. */
export async function makeSession(page: Page, signInAs: SignInAs, session: Partial<Session> & { title: string }) {
	await signInAs('admin')
	const body = { scheduledAt: inMinutes(60 * 24 * 5), zoomLink: 'https://zoom.example/j/7', ...session }
	return send<Session>(page, 'POST', '/api/coaching/sessions', { durationMinutes: 30, ...body })
}

/** Deletes a session, which would otherwise be the next session of every member. */
export async function removeSession(page: Page, signInAs: SignInAs, id: string): Promise<void> {
	await signInAs('admin')
	await send(page, 'DELETE', sessionPath(id))
}

/** Opens the member's screen and waits for hydration. */
export async function openCoaching(page: Page): Promise<void> {
	await page.goto('/coaching')
	await awake(page)
}

export const cardOf = (page: Page, { id }: Pick<Session, 'id'>) => page.locator(`#session-${id}`)

/** Suggests a topic as the signed-in member. */
export const suggestTopic = (page: Page, id: string, topic: string) =>
	send<Topic>(page, 'POST', `${sessionPath(id)}/topics`, { topic })
