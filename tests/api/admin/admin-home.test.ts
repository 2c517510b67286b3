import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { findFirstStepsFor } from '#src/app/admin-home/first-steps.ts'
import { findWarnings } from '#src/app/admin-home/health.ts'
import { findHosting } from '#src/app/admin-home/hosting.ts'
import { confirmTestMail, isMailVerified } from '#src/app/admin-home/mail-proof.ts'
import { countOpenWork } from '#src/app/admin-home/waiting.ts'
import { markVerified } from '#src/app/backups/verified.ts'
import {
	type FirstSteps,
	getFirstSteps,
	getWaiting,
	type HitsOfKind,
	searchAdmin,
	sendFirstTestMail,
	updateFirstSteps,
} from '#src/features/admin-home/contract.ts'
import { decideApplication } from '#src/features/applications/contract.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { createSession } from '#src/features/coaching/contract.ts'
import { deleteCourse } from '#src/features/courses/contract.ts'
import { giveFeedback, type JournalEntry, saveJournal } from '#src/features/modules/journal-contract.ts'
import { createCategory } from '#src/features/questions/category-contract.ts'
import { createQuestion } from '#src/features/questions/contract.ts'
import { deleteUser } from '#src/features/users/contract.ts'
import { overrideFeatures } from '#src/lib/site/features.ts'
import { callApi, insertAccount } from '#tests/support/api/api.ts'
import { makeCourse } from '#tests/support/courses/courses.ts'
import { as, course, journal, setUpLearning } from '#tests/support/courses/learning.ts'
import { deleteMails, writtenMails } from '#tests/support/mail.ts'
import { queue, withSettings } from '#tests/support/mail-queue.ts'

setUpLearning()

const waiting = async () =>
	((await callApi(getWaiting, { as: as.admin })).json as { waiting: Record<string, number> }).waiting

test('waiting items are counted by section and decrease once done', async () => {
	const before = await waiting()
	const applicant = await insertAccount({ status: 'inactive', applicationStatus: 'pending' })
	const entry = (await callApi(saveJournal, { as: as.member, params: { id: journal.id }, body: { content: 'mine' } }))
		.json as JournalEntry
	expect(await waiting()).toEqual({
		...before,
		'/admin/applications': (before['/admin/applications'] ?? 0) + 1,
		'/admin/journal': 1,
	})
	await callApi(decideApplication, {
		as: as.admin,
		params: { userId: applicant.id },
		body: { action: 'reject' },
	})
	await callApi(giveFeedback, {
		as: as.admin,
		params: { id: journal.id, entryId: entry.id },
		body: { instructorFeedback: 'Well put.' },
	})
	expect(await waiting()).toMatchObject({
		'/admin/applications': before['/admin/applications'],
		'/admin/journal': 0,
	})
})

test('emails count as open work once sending fails; without a mail server, all of them count', async () => {
	await db().delete(outbox)
	await write(...[queue('new@example.com', 'new')].flat(), ...[queue('failed@example.com', 'failed')].flat())
	expect((await waiting())['/admin/mail']).toBe(0)
	await db().update(outbox).set({ attempts: 2, lastError: 'no answer' })
	expect((await waiting())['/admin/mail']).toBe(2)
	await db().update(outbox).set({ attempts: 0, lastError: null })
	withSettings({ production: true, smtpUrl: undefined })
	// Called directly, because the session cookie has another name in production.
	expect((await countOpenWork())['/admin/mail']).toBe(2)
})

const find = async (q: string) => (await callApi(searchAdmin, { as: as.admin, query: { q } })).json as HitsOfKind[]
const titles = (groups: HitsOfKind[], kind: string) =>
	groups.find((each) => each.kind === kind)?.hits.map(({ title }) => title)

test('one search finds screens, members, courses and questions, including drafts and inactive accounts', async () => {
	const ada = await insertAccount({ name: 'Ada Trustworthy', email: 'ada@example.com', status: 'inactive' })
	await makeCourse(as.admin, { title: 'Trust accounting, 100% sure', isPublished: false })
	await makeCourse(as.admin, { title: 'Accounting of trust' })
	const category = (await callApi(createCategory, { as: as.admin, body: { name: 'Ethics', parentCategoryId: null } }))
		.json as { id: string }
	await callApi(createQuestion, {
		as: as.member,
		body: {
			title: 'Whose trust is it?',
			body: 'Mine, or that of my client? I would like to know.',
			categoryId: category.id,
		},
	})
	const groups = await find('trust')
	expect(groups.map(({ kind }) => kind)).toEqual(['Members', 'Courses', 'Questions'])
	expect(groups[0]?.hits).toMatchObject([{ title: 'Ada Trustworthy', href: `/admin/users/${ada.id}` }])
	expect(titles(groups, 'Courses')).toEqual(['Accounting of trust', 'Trust accounting, 100% sure'])
	expect(titles(groups, 'Questions')).toEqual(['Whose trust is it?'])
	// Words match in any order, and pattern characters are escaped.
	expect(titles(await find('accounting TRUST'), 'Courses')).toHaveLength(2)
	expect(titles(await find('100%'), 'Courses')).toEqual(['Trust accounting, 100% sure'])
	expect(await find('%')).toHaveLength(1)
	expect(titles(await find('_rust'), 'Courses')).toBeUndefined()
	expect(await find('sett')).toMatchObject([
		{ kind: 'Screens', hits: [{ title: 'Settings', href: '/admin/settings' }] },
	])
	expect(await find('  ')).toEqual([])
})

test('each kind shows five hits and links to its full list', async () => {
	for (let i = 0; i < 7; i++) await insertAccount({ name: `Quentin Doe ${i}`, email: `quentin${i}@example.com` })
	const [members] = await find('quentin')
	expect(members).toMatchObject({ kind: 'Members', more: '/admin/users?search=quentin' })
	expect(members?.hits).toHaveLength(5)
})

const steps = async () => {
	const { isHidden, steps } = (await callApi(getFirstSteps, { as: as.admin })).json as FirstSteps
	return { isHidden, done: steps.filter(({ isDone }) => isDone).map(({ id }) => id), all: steps.map(({ id }) => id) }
}

test('the first steps follow the actual state in both directions', async () => {
	const { done, all } = await steps()
	expect(all).toHaveLength(14)
	overrideFeatures([])
	expect((await steps()).all).not.toContain('dues')
	overrideFeatures(undefined)
	expect(done).not.toContain('session')
	expect(done).not.toContain('second-admin')
	const secondAdmin = await insertAccount({ role: 'admin' })
	await callApi(createSession, {
		as: as.admin,
		body: { title: 'Pricing', scheduledAt: '2090-01-01T18:00:00Z', zoomLink: 'https://zoom.example/1' },
	})
	expect((await steps()).done).toEqual(expect.arrayContaining(['course', 'session', 'second-admin']))
	await callApi(deleteCourse, { as: as.admin, params: { id: course.id } })
	// An inactive admin does not count as a second one.
	await db().update(users).set({ status: 'inactive' }).where(eq(users.id, secondAdmin.id))
	expect((await steps()).done).not.toContain('second-admin')
	await db().update(users).set({ status: 'active' }).where(eq(users.id, secondAdmin.id))
	await callApi(deleteUser, { as: as.admin, params: { id: secondAdmin.id } })
	const after = (await steps()).done
	for (const id of ['course', 'second-admin']) expect(after).not.toContain(id)
})

test('settings of the host are listed with their line in .env, and steps that need them link there', async () => {
	const sections = await findHosting()
	expect(sections.map(({ id }) => id)).toEqual(['address', 'mail', 'backups'])
	const lines = sections.flatMap(({ lines }) => lines.map(({ text }) => text))
	// `.env.example` must contain each name that is listed.
	const envExample = await readFile(new URL('../../../.env.example', import.meta.url), 'utf8')
	for (const name of lines.flatMap((line) => /^([A-Z_]+)=/.exec(line)?.[1] ?? []))
		expect(envExample).toContain(`\n${name}=`)
	expect(lines).toEqual(
		expect.arrayContaining(['PUBLIC_URL=https://club.example', 'BACKUP_EVERY=24', 'npm run db:verify']),
	)
	const { steps } = (await callApi(getFirstSteps, { as: as.admin })).json as FirstSteps
	const hrefs = new Map(steps.map(({ id, button }) => [id, button.href]))
	expect([hrefs.get('address'), hrefs.get('backup')]).toEqual(['/admin/hosting#address', '/admin/hosting#backups'])
})

test('hiding the steps applies to all admins until one shows them, and is idempotent', async () => {
	const hide = (isHidden: boolean) => callApi(updateFirstSteps, { as: as.admin, body: { isHidden } })
	await hide(true)
	await hide(true)
	expect(await steps()).toEqual({ isHidden: true, done: [], all: [] })
	await hide(false)
	expect((await steps()).all).toHaveLength(14)
	const actions = (await db().select().from(audit)).map(({ action }) => action)
	expect(actions.filter((action) => action.startsWith('first-steps.'))).toEqual([
		'first-steps.hidden',
		'first-steps.shown',
	])
})

test('mail is confirmed only by the link in a test email, not by sending one or by an old or forged link', async () => {
	await deleteMails()
	const sent = await callApi(sendFirstTestMail, { as: as.admin, body: {} })
	expect(sent.status).toBe(200)
	expect((await steps()).done).not.toContain('mail')
	const [mail] = await writtenMails()
	const { token } = (mail as unknown as { data: { token: string } }).data
	const [account] = await db()
		.select()
		.from(users)
		.where(eq(users.id, as.admin.userId ?? ''))
	const actor = { id: account?.id ?? '', name: account?.name ?? '' }
	expect(await confirmTestMail(token, actor, Date.now() + 8 * 86_400_000)).toBe(false)
	const [until = '', signature] = token.split('.')
	const laterExpiry = (Number.parseInt(until, 36) + 1).toString(36)
	for (const forged of ['', 'x', until, `${laterExpiry}.${signature}`, `${token}x`])
		expect(await confirmTestMail(forged, actor)).toBe(false)
	expect((await steps()).done).not.toContain('mail')
	expect(await confirmTestMail(token, actor)).toBe(true)
	expect((await steps()).done).toContain('mail')
	// Another mail server needs a new confirmation with another link.
	withSettings({ smtpUrl: 'smtp://mail.example:25' })
	expect(await isMailVerified()).toBe(false)
	expect(await confirmTestMail(token, actor)).toBe(false)
})

test('the backup step needs a recent backup and a test restore; an old or missing backup causes a warning', async () => {
	const dataDir = mkdtempSync(join(tmpdir(), 'admin-home-'))
	onTestFinished(() => rmSync(dataDir, { recursive: true }))
	withSettings({ dataDir, smtpUrl: 'smtp://mail.example:25' })
	const isDone = async () => (await findFirstStepsFor(viewer)).steps.find(({ id }) => id === 'backup')?.isDone
	const viewer = { id: as.admin.userId ?? '', role: 'admin' } as CurrentUser
	mkdirSync(join(dataDir, 'backups'))
	const file = join(dataDir, 'backups', 'club.db')
	writeFileSync(file, '')
	expect(await isDone()).toBe(false)
	await markVerified(dataDir)
	expect(await isDone()).toBe(true)
	const eightDaysAgo = new Date(Date.now() - 8.5 * 86_400_000)
	utimesSync(file, eightDaysAgo, eightDaysAgo)
	expect(await isDone()).toBe(false)
	expect((await findWarnings()).map(({ text }) => text).join()).not.toContain('backup')
	withSettings({ dataDir, production: true, smtpUrl: 'smtp://mail.example:25' })
	const warnings = async () => (await findWarnings()).map(({ text }) => text)
	expect(await warnings()).toContain('The newest backup is 8 days old.')
	rmSync(file)
	expect((await warnings()).join()).toContain('The club has no backup yet.')
	await db().delete(outbox)
	await write(queue('failed@example.com', 'failed'))
	await db().update(outbox).set({ state: 'dead', lastError: 'no such mailbox' })
	expect(await warnings()).toContain('One email could not be delivered. We stopped trying.')
})
