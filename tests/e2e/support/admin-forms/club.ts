import type { Page } from 'playwright/test'
import { decideApplication } from '#src/features/applications/contract.ts'
import {
	createMailing,
	type Mailing,
	type MailingRow,
	sendMailing,
	testMailing,
	updateMailing,
} from '#src/features/mailings/contract.ts'
import {
	type LibraryEpisode,
	renameSpeakers,
	saveChapters,
	saveEpisodeLinks,
	saveTranscript,
} from '#src/features/podcast/library-admin-contract.ts'
import { type Settings, sendTestMail, updateSettings } from '#src/features/settings/contract.ts'
import { answerTo } from '#tests/support/captcha.ts'
import { button, GOALS, PASSWORD } from '../applying.ts'
import { expect } from '../fixtures.ts'
import { send } from '../send.ts'
import { dialog, form, go, make, makeCourse, type Opens, remove, removeCourses, removeMembers } from './opens.ts'

const SOON = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
const VTT = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n<v Ruht>Good morning.\n'

/** Returns a function that restores the current settings. */
async function settingsBefore(page: Page) {
	const { name, tagline, terms } = await send<Settings>(page, 'GET', '/api/admin/settings')
	return async () => {
		const { version } = await send<Settings>(page, 'GET', '/api/admin/settings')
		await send(page, 'PUT', '/api/admin/settings', { name, tagline, terms, version })
		// Otherwise the next tests could get pages with the changed settings.
		const home = async () => (await page.request.get('/')).text()
		await expect.poll(async () => (await home()).includes(`| ${name}</title>`)).toBe(true)
		await expect.poll(async () => (await home()).includes('href="/terms"')).toBe(terms !== '')
	}
}

const draftOf = (page: Page, word: string) =>
	make<Mailing>(page, '/api/admin/mailings', {}).then(({ id }) =>
		send<Mailing>(page, 'PUT', `/api/admin/mailings/${id}`, {
			...{ subject: `Mail ${word}`, content: '<p>There is a new course.</p>', audience: 'all' },
		}),
	)

/** Opens the newest episode. @returns its API path. */
async function openEpisode(page: Page): Promise<string> {
	const [episode] = await send<LibraryEpisode[]>(page, 'GET', '/api/admin/podcast/episodes')
	const path = `/api/admin/podcast/episodes/${episode?.id}`
	await go(page, path.replace(/.*episodes/, '/admin/podcast'))
	return path
}

/** Submits an application with a solved captcha. */
async function apply(page: Page, name: string, email: string): Promise<void> {
	const recaptchaToken = await answerTo(await send(page, 'GET', '/api/captcha/challenge'))
	await send(page, 'POST', '/api/apply', {
		...{ name, email, password: PASSWORD, confirmPassword: PASSWORD, phoneNumber: '+1 555 010 2030' },
		...{ membershipGoals: GOALS, recaptchaToken },
	})
}

const decides =
	(label: 'Approve' | 'Reject', list: string): Opens =>
	async ({ page, word }) => {
		await apply(page, `Dana ${word}`, `dana.${word}@example.com`)
		await go(page, '/admin/applications')
		await button(page, `${label}: Dana ${word}`).click()
		return {
			place: dialog(page),
			typed: {},
			button: label,
			call: decideApplication,
			failed: 'Error',
			done: 'Application processed successfully',
			path: `/admin/applications?status=${list}`,
			once: page.getByRole('row').filter({ hasText: `dana.${word}@example.com` }),
			undo: () => removeMembers(page, word),
		}
	}

/** Forms for the club's settings and mail. */
export const club: Record<string, Opens> = {
	async 'the name of the club and its tagline'({ page, word }) {
		const undo = await settingsBefore(page)
		await go(page, '/admin/settings')
		const fields = page.getByRole('region', { name: 'The club' })
		return {
			place: form(page, 'Settings'),
			fields,
			typed: { Name: `Club ${word}`, Tagline: 'Two chairs, one table' },
			button: 'Save settings',
			call: updateSettings,
			done: 'Settings saved',
			again: async () => fields,
			undo,
		}
	},
	async 'the terms of the club'({ page, word }) {
		const undo = await settingsBefore(page)
		await go(page, '/admin/settings/pages')
		return {
			place: form(page, 'Settings'),
			typed: { Terms: `Whoever borrows a form brings it back. ${word}` },
			button: 'Save settings',
			call: updateSettings,
			done: 'Settings saved',
			again: async () => form(page, 'Settings'),
			undo,
		}
	},
	async 'a test mail of the club, beside what is not saved'({ page }) {
		await go(page, '/admin/settings/mail')
		return {
			place: form(page, 'Settings'),
			typed: { "Sender's name": 'Typed and not saved' },
			button: 'Send me a test email',
			call: sendTestMail,
			done: /^We sent it to /,
		}
	},
	async 'what a mail to members is about'({ page }) {
		await go(page, '/admin/mailings')
		const before = await send<MailingRow[]>(page, 'GET', '/api/admin/mailings?limit=100')
		await button(page, 'Write an email').click()
		return {
			place: dialog(page),
			typed: { 'What is it about?': 'A new course' },
			button: 'Create draft',
			call: createMailing,
			isIdempotent: true,
			done: 'A draft. Nothing is sent until you choose Send.',
			path: '/admin/mailings',
			once: page.getByText(new RegExp(` of ${before.length + 1}$`)),
			async undo() {
				for (const { id } of await send<MailingRow[]>(page, 'GET', '/api/admin/mailings?limit=100'))
					if (!before.some((one) => one.id === id)) await remove(page, `/api/admin/mailings/${id}`)
			},
		}
	},
	async 'the draft of a mail to members'({ page, word }) {
		const { id } = await draftOf(page, word)
		await go(page, `/admin/mailings/${id}`)
		return {
			place: form(page, 'Mail'),
			typed: { To: 'Members inactive for 30 days', Subject: `We miss you ${word}`, Text: 'Come and see.' },
			button: 'Save draft',
			call: updateMailing,
			done: 'Draft saved',
			again: async () => form(page, 'Mail'),
			undo: () => remove(page, `/api/admin/mailings/${id}`),
		}
	},
	async 'a mail to members, tried on oneself'({ page, word }) {
		const { id } = await draftOf(page, word)
		await go(page, `/admin/mailings/${id}`)
		return {
			place: form(page, 'Mail'),
			typed: { Subject: `Not saved ${word}`, Text: 'Not saved either.' },
			button: 'Send to myself',
			call: testMailing,
			failed: 'Failed to send the test email',
			isSaidInToast: true,
			done: 'Sent to yourself',
			undo: () => remove(page, `/api/admin/mailings/${id}`),
		}
	},
	async 'when a mail to members leaves'({ page, word }) {
		const { id } = await draftOf(page, word)
		await go(page, `/admin/mailings/${id}`)
		await button(page, 'Send...').click()
		return {
			place: dialog(page),
			typed: { When: 'Schedule', 'Date and time': `${SOON}T09:00` },
			button: /^Schedule for /,
			call: sendMailing,
			done: 'Email scheduled',
			once: page.getByText(/^Goes out \w+ \d/),
			async undo() {
				const { state } = await send<Mailing>(page, 'GET', `/api/admin/mailings/${id}`)
				if (state === 'scheduled') await send(page, 'POST', `/api/admin/mailings/${id}/cancel`)
				await remove(page, `/api/admin/mailings/${id}`)
			},
		}
	},
	async 'the transcript of an episode'({ page }) {
		const path = await openEpisode(page)
		// Otherwise the form first asks whether to replace the feed's transcript.
		await send(page, 'PUT', `${path}/transcript`, { format: 'vtt', text: VTT, keep: true })
		await page.reload()
		return {
			place: form(page, 'Your transcript'),
			typed: {
				Format: 'Plain text, with or without times (.txt)',
				Transcript: 'Good morning, and welcome.',
			},
			button: 'Replace your transcript',
			call: saveTranscript,
			done: 'Saved: 1 part.',
			once: page.getByText('1 paragraph without times', { exact: true }),
			undo: () => remove(page, `${path}/transcript`),
		}
	},
	async 'who speaks in an episode'({ page }) {
		const path = await openEpisode(page)
		await send(page, 'PUT', `${path}/transcript`, { format: 'vtt', text: VTT, keep: true })
		await page.reload()
		const place = form(page, 'Names of the speakers')
		return {
			place,
			typed: { Ruht: 'Ruth' },
			button: 'Save names',
			call: renameSpeakers,
			done: 'Names changed',
			once: place.getByLabel('Ruth', { exact: true }),
			undo: () => remove(page, `${path}/transcript`),
		}
	},
	async 'the chapters of an episode'({ page }) {
		const path = await openEpisode(page)
		return {
			place: form(page, 'Chapters of the episode'),
			typed: { Chapters: '0:00 Welcome\n0:05 Raising fees https://example.com/more' },
			button: 'Save chapters',
			call: saveChapters,
			done: 'Chapters saved',
			again: async () => form(page, 'Chapters of the episode'),
			undo: () => send(page, 'PUT', `${path}/chapters`, { chapters: [] }),
		}
	},
	async 'the courses of an episode'({ page, word }) {
		await makeCourse(page, word)
		const path = await openEpisode(page)
		return {
			place: form(page, 'Related courses'),
			typed: { [`Course ${word} Draft`]: 'ticked' },
			button: 'Save courses',
			call: saveEpisodeLinks,
			done: 'Courses saved',
			again: async () => form(page, 'Related courses'),
			async undo() {
				await send(page, 'PUT', `${path}/links`, { courseIds: [] })
				await removeCourses(page, word)
			},
		}
	},
	'an application that is approved': decides('Approve', 'approved'),
	'an application that is rejected': decides('Reject', 'rejected'),
}
