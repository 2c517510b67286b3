import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { settings } from '#db/schema/settings.ts'
import { users } from '#db/schema/users.ts'
import { ownDataKinds } from '#src/app/own-data.ts'
import {
	type Application,
	askApplicant,
	decideApplication,
	listApplications,
} from '#src/features/applications/contract.ts'
import {
	type FormSettings,
	getApplicationForm,
	updateApplicationForm,
} from '#src/features/applications/form-contract.ts'
import { listDeletions, restoreDeletion } from '#src/features/deletions/contract.ts'
import { deleteUser, exportUsers } from '#src/features/users/contract.ts'
import { PROBLEM_TYPE } from '#src/lib/api/version.ts'
import { setSite } from '#src/lib/site/site.ts'
import { env } from '#src/platform/env/env.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { submit } from '#tests/support/applications.ts'
import { deleteMails, waitingMails } from '#tests/support/mail.ts'

let database: TestDatabase
let admin: Principal
beforeEach(async () => {
	database = await freshDatabase()
	admin = await signedIn(await insertAccount({ role: 'admin', name: 'Ruth Adeyemi', email: 'ruth@club.example' }))
})
afterEach(async () => {
	setSite({})
	await database.discard()
})

const HEARD = '<b>How</b> did you hear of us?'
const heard = { id: 'field-heard', kind: 'text', label: HEARD, choices: '', isRequired: true } as const
const group = { id: 'field-group', kind: 'choice', label: 'Group', choices: 'East\nWest', isRequired: false } as const
const formWith = (overrides: Partial<FormSettings> = {}): FormSettings => ({
	...{ hasBarAdmission: false, fields: [heard, group], termsBox: '', termsUrl: '' },
	...overrides,
})
const save = (body: object, headers = {}) => callApi(updateApplicationForm, { as: admin, body, headers })
const pending = async () => (await callApi(listApplications, { as: admin })).json as Application[]

describe('the form of a club', () => {
	test('is empty at first, is saved with a version, and is audited with the names of its fields', async () => {
		const read = () => callApi(getApplicationForm, { as: admin })
		expect((await read()).json).toEqual({ ...formWith({ fields: [] }), version: 0 })
		expect(await save(formWith())).toMatchObject({ status: 200, json: { ...formWith(), version: 1 } })
		expect(await save({ ...formWith({ hasBarAdmission: true }), version: 1 })).toMatchObject({ json: { version: 2 } })
		const late = await save({ ...formWith(), version: 1 }, { accept: PROBLEM_TYPE })
		expect([late.status, (late.json as { current: object }).current]).toEqual([409, (await read()).json])
		expect((await db().select().from(audit)).map(({ action, detail }) => [action, detail])).toEqual([
			['application.form', '{"changed":"fields"}'],
			['application.form', '{"changed":"hasBarAdmission"}'],
		])
	})

	test('keeps one of several concurrent saves', async () => {
		const replies = await Promise.all(
			Array.from({ length: 8 }, (_, at) => save(formWith({ fields: [{ ...heard, label: `No ${at}` }] }))),
		)
		const versions = replies
			.filter(({ status }) => status === 200)
			.map(({ json }) => (json as { version: number }).version)
		expect(versions).toEqual([...new Set(versions)])
		expect(await db().$count(audit)).toBe(versions.length)
	})

	test('has a checkbox for the terms only if there is a link to them', async () => {
		const box = formWith({ termsBox: 'I have read the rules' })
		expect(await save(box)).toMatchObject({ status: 400, text: updateApplicationForm.errors.noTerms[1] })
		setSite({ terms: '<p>Rules</p>' })
		expect((await save(box)).status).toBe(200)
	})

	test('that is damaged has no extra fields', async () => {
		await save(formWith())
		await db().run(sql`update ${settings} set value = '{"fields":7'`)
		expect((await submit()).status).toBe(201)
		expect(await save(formWith())).toMatchObject({ status: 200, json: { version: 2 } })
	})
})

describe('answers', () => {
	test('are stored with their labels, which are kept after a field is removed', async () => {
		await save(formWith({ termsBox: 'I agree', termsUrl: 'https://club.example/rules' }))
		const answers = { 'field-heard': ' <i>A friend</i> ', 'the-terms': true, 'field-gone': 'x' }
		expect((await submit({ answers })).status).toBe(201)
		const stored = [
			{ label: HEARD, value: '<i>A friend</i>' },
			{ label: 'Group', value: '' },
			{ label: 'I agree', value: 'Yes' },
		]
		const toAdmins = (await waitingMails()).find(({ template }) => template === 'application-to-review')
		expect(toAdmins?.data.answers).toEqual(stored)
		await save(formWith({ fields: [], version: 1 } as never))
		expect((await pending())[0]?.applicationAnswers).toEqual(stored)
	})

	test.each([
		[undefined, `${HEARD}: Please answer this question. Reload the page if it does not ask this.`],
		[{ 'field-heard': 'x', 'field-group': 'North' }, /^Group: Please choose one of the options\./],
		[{ 'field-heard': true }, /^<b>How<\/b> did you hear of us\?: Please answer this question\./],
		[{ 'field-heard': 'x'.repeat(1001) }, 'Please keep it under 1,000 characters'],
		[
			Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`field-${at}`, 'x'])),
			'There are more answers than questions',
		],
		['none', 'Please answer the questions'],
	])('%j are rejected, and nothing is stored', async (answers, text) => {
		await save(formWith())
		const reply = await submit({ answers })
		expect([reply.status, reply.text]).toEqual([400, typeof text === 'string' ? text : expect.stringMatching(text)])
		expect(await pending()).toEqual([])
	})

	test.each(['no JSON', '{"a":', '[{}]', '7'])('stored as %j do not break the list', async (json) => {
		await submit()
		await db().update(users).set({ applicationAnswers: json, applicationQuestions: json })
		expect(await pending()).toMatchObject([{ applicationAnswers: [], applicationQuestions: [] }])
	})
})

test('the data of a person has the answers, questions and message of the application, but no name of an admin', async () => {
	setSite({ mailReplyTo: 'office@club.example' })
	await save(formWith())
	await submit({ answers: { 'field-heard': 'A friend' } })
	const [{ id = '' } = {}] = await pending()
	const params = { userId: id }
	await callApi(askApplicant, { as: admin, params, body: { question: 'Since when?' } })
	const body = { action: 'approve', message: 'See you on Tuesday.' }
	await callApi(decideApplication, { as: admin, params, body })
	const rows = await Promise.all(
		['account', 'applicationDecision'].map((name) =>
			ownDataKinds.find((kind) => kind.name === name)?.slice(id, undefined, 5),
		),
	)
	expect(rows.map((slice) => slice?.rows[0])).toMatchObject([
		{
			applicationAnswers: [
				{ label: HEARD, value: 'A friend' },
				{ label: 'Group', value: '' },
			],
			applicationQuestions: [{ question: 'Since when?' }],
		},
		{ decision: 'approved', message: 'See you on Tuesday.' },
	])
	expect(JSON.stringify(rows)).not.toContain('Ruth')
})

test('the answers are deleted and restored with the account, and are in the export of members', async () => {
	await save(formWith())
	await submit({ answers: { 'field-heard': 'A friend' } })
	const [before] = await pending()
	const id = before?.id ?? ''
	expect((await callApi(deleteUser, { as: admin, params: { id } })).status).toBe(204)
	expect(await pending()).toEqual([])
	const [deleted] = (await callApi(listDeletions, { as: admin })).json as Array<{ id: string }>
	await callApi(restoreDeletion, { as: admin, params: { id: deleted?.id ?? '' } })
	expect((await pending())[0]?.applicationAnswers).toEqual(before?.applicationAnswers)
	expect((await callApi(exportUsers, { as: admin })).text).toContain(`${HEARD}: A friend; Group: `)
})

describe('a question to an applicant', () => {
	let id: string
	const ask = (question: string, userId = id) =>
		callApi(askApplicant, { as: admin, params: { userId }, body: { question } })
	beforeEach(async () => {
		setSite({ mailReplyTo: 'office@club.example' })
		await submit()
		id = (await db().select().from(users).where(eq(users.emailKey, 'dana@example.com')))[0]?.id ?? ''
		await deleteMails()
	})

	test('is emailed, stored and audited, and the application stays pending', async () => {
		expect(await ask(' Since when? ')).toMatchObject({ status: 200, json: { applicationStatus: 'pending' } })
		expect(await waitingMails()).toMatchObject([
			{
				to: 'dana@example.com',
				template: 'application-question',
				data: { name: 'Dana Whitfield', by: 'Ruth Adeyemi', question: 'Since when?' },
			},
		])
		expect(await pending()).toMatchObject([
			{
				applicationQuestions: [
					{ askedBy: 'Ruth Adeyemi', question: 'Since when?', askedAt: expect.stringMatching(/Z$/) },
				],
			},
		])
		expect(await db().select().from(audit)).toMatchObject([
			{ action: 'application.asked', subjectId: id, detail: '{}' },
		])
	})

	test('is emailed once for repeated or concurrent requests', async () => {
		const replies = await Promise.all(Array.from({ length: 6 }, () => ask('Since when?')))
		expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
		expect(await waitingMails()).toHaveLength(1)
	})

	test('is rejected after five questions and after the decision', async () => {
		for (let at = 0; at < 5; at++) expect((await ask(`Question ${at}`)).status).toBe(200)
		expect(await ask('Another')).toMatchObject({ status: 409, text: askApplicant.errors.often[1] })
		await callApi(decideApplication, { as: admin, params: { userId: id }, body: { action: 'reject' } })
		expect(await ask('Another')).toMatchObject({ status: 409, text: askApplicant.errors.decided[1] })
		expect(await waitingMails()).toHaveLength(6)
	})

	test('replaces damaged stored questions', async () => {
		await db().update(users).set({ applicationQuestions: '[{' })
		expect((await ask('Since when?')).status).toBe(200)
		expect(await pending()).toMatchObject([{ applicationQuestions: [{ question: 'Since when?' }] }])
	})

	test('needs an applicant, a question, a reply address and a mail server', async () => {
		expect((await ask('Since when?', 'nobody')).status).toBe(404)
		expect(await ask('  ')).toMatchObject({ status: 400, text: 'Write a question' })
		expect(await ask('x'.repeat(1001))).toMatchObject({ status: 400, text: 'Please keep it under 1,000 characters' })
		setSite({})
		expect(await ask('Since when?')).toMatchObject({ status: 409, text: askApplicant.errors.noReply[1] })
		const before = { ...env() }
		Object.assign(env(), { production: true, smtpUrl: undefined })
		try {
			expect(await ask('Since when?')).toMatchObject({ status: 409, text: askApplicant.errors.noMail[1] })
		} finally {
			Object.assign(env(), before)
		}
		expect(await waitingMails()).toEqual([])
	})
})

describe('a message to the applicant', () => {
	test.each(['approve', 'reject'] as const)(
		'is in the email of %s with the name of the admin, and is stored',
		async (action) => {
			await submit()
			await deleteMails()
			const [{ id = '' } = {}] = await pending()
			const body = { action, message: ' See you on <b>Tuesday</b>. ' }
			expect(await callApi(decideApplication, { as: admin, params: { userId: id }, body })).toMatchObject({
				json: { message: 'See you on <b>Tuesday</b>.' },
			})
			expect((await waitingMails())[0]?.data).toMatchObject({
				message: 'See you on <b>Tuesday</b>.',
				by: 'Ruth Adeyemi',
			})
		},
	)

	test('may be missing or empty, but not too long', async () => {
		await submit()
		await deleteMails()
		const [{ id = '' } = {}] = await pending()
		const decide = (message: string) =>
			callApi(decideApplication, { as: admin, params: { userId: id }, body: { action: 'approve', message } })
		expect(await decide('x'.repeat(501))).toMatchObject({ status: 400, text: 'Please keep it under 500 characters' })
		expect(await decide('  ')).toMatchObject({ status: 200, json: { message: null } })
		expect((await waitingMails())[0]?.data).not.toHaveProperty('message')
	})
})
