import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { attendances } from '#db/schema/attendance.ts'
import { episodes } from '#db/schema/podcast.ts'
import { type Attendance, completeAttendance, enterCode, startAttendance } from '#src/features/attendance/contract.ts'
import { type Activity, createAccreditation, createActivity } from '#src/features/cle/admin-contract.ts'
import { createAdmission, createCredit } from '#src/features/cle/contract.ts'
import { insertShippedRules } from '#src/features/cle/server/rules.ts'
import { createSession, suggestTopic } from '#src/features/coaching/contract.ts'
import { createCourse, deleteCourse, enroll } from '#src/features/courses/contract.ts'
import { listDeletions } from '#src/features/deletions/contract.ts'
import { createComment as createReply } from '#src/features/discussion/contract.ts'
import { getMembership, type Membership } from '#src/features/dues/contract.ts'
import { type MemberDues, recordPayment, setPlan } from '#src/features/dues/dues-contract.ts'
import { createCoupon, createPlan } from '#src/features/dues/plans-contract.ts'
import { createMailing, sendMailing, updateMailing } from '#src/features/mailings/contract.ts'
import { createMedia } from '#src/features/media/contract.ts'
import { createModule, takeQuiz, updateModule } from '#src/features/modules/contract.ts'
import { updateDraft } from '#src/features/modules/draft-contract.ts'
import { saveJournal } from '#src/features/modules/journal-contract.ts'
import { listModuleVersions } from '#src/features/modules/version-contract.ts'
import { saveTranscript } from '#src/features/podcast/library-admin-contract.ts'
import { createCategory } from '#src/features/questions/category-contract.ts'
import { createComment, createQuestion } from '#src/features/questions/contract.ts'
import { createMemberNote } from '#src/features/users/member-contract.ts'
import type { Contract } from '#src/lib/api/contract.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { setSite } from '#src/lib/site/site.ts'
import { callApi, insertAccount, type Principal, signedIn } from './api.ts'

/** A club with one item of each kind that people can create, by a member, another member and an admin. */
export type World = Awaited<ReturnType<typeof makeWorld>>

async function make(contract: Contract, as: Principal, params: Record<string, string>, body?: object): Promise<string> {
	const reply = await callApi(contract, { as, params, ...(body ? { body } : {}) })
	if (reply.status >= 300) throw new Error(`${contract.method} ${contract.path}: ${reply.status} ${reply.text}`)
	return reply.text === '' ? '' : String((reply.json as { id?: string }).id)
}

const TEXT = { title: 'Written by others', description: 'What it is about', content: '<p>Enough of a content</p>' }
const QUIZ = { questions: [{ question: 'Which one?', options: ['This', 'That'], correctAnswer: 0 }] }

async function makeCourse(admin: Principal) {
	const course = await make(createCourse, admin, {}, { ...TEXT, isPublished: true })
	const module = (type: string, additionalContent?: object) =>
		make(createModule, admin, { id: course }, { ...TEXT, type, ...(additionalContent ? { additionalContent } : {}) })
	return {
		course,
		draft: await make(createCourse, admin, {}, { ...TEXT, isPublished: false }),
		text: await module('text'),
		quiz: await module('quiz', QUIZ),
		journal: await module('journal', { prompt: 'What surprised you?' }),
	}
}

/** Creates one member's content and activity. */
async function makePosts(by: Principal, at: { category: string; text: string; journal: string; session: string }) {
	const asked = { title: 'How do you screen a caller?', body: 'How do the rest of you do it?' }
	const question = await make(createQuestion, by, {}, { ...asked, categoryId: at.category })
	return {
		question,
		answer: await make(createComment, by, { id: question }, { body: 'Nobody else changes this' }),
		comment: await make(createReply, by, { id: at.text }, { content: 'A thought of my own' }),
		entry: await make(saveJournal, by, { id: at.journal }, { content: 'Only for me' }),
		topic: await make(suggestTopic, by, { sessionId: at.session }, { topic: 'Raising fees' }),
	}
}

/** Creates a mailing: an empty draft, or one that is being sent. */
async function makeMailing(admin: Principal, isSent = false): Promise<string> {
	const id = await make(createMailing, admin, {}, {})
	if (!isSent) return id
	const words = { subject: 'News of the autumn', content: '<p>We meet again</p>', audience: 'all' }
	await make(updateMailing, admin, { id }, words)
	await make(sendMailing, admin, { id }, { version: 2 })
	return id
}

/** Creates a deleted course that can be restored. */
async function makeDeletion(admin: Principal): Promise<string> {
	const id = await make(createCourse, admin, {}, { ...TEXT, isPublished: false })
	await make(deleteCourse, admin, { id })
	const [deletion] = (await callApi(listDeletions, { as: admin })).json as { id: string }[]
	if (!deletion) throw new Error('The deletion is not listed')
	return deletion.id
}

/** Creates an earlier version of this module, and drafts of the course's other modules. */
async function makeVersion(admin: Principal, { text, quiz }: { text: string; quiz: string }): Promise<string> {
	await make(updateModule, admin, { id: text }, { title: 'Written anew' })
	await make(updateDraft, admin, { id: quiz }, { ...TEXT, type: 'quiz', additionalContent: QUIZ })
	const [version] = (await callApi(listModuleVersions, { as: admin, params: { id: text } })).json as { id: string }[]
	if (!version) throw new Error('The module has no earlier version')
	return version.id
}

/** Announces a picture without sending any part. */
const makeUpload = (admin: Principal) =>
	make(createMedia, admin, {}, { name: 'desk.png', type: 'image/png', size: 1_000, purpose: 'picture', isPublic: true })

/** Creates an episode with an admin's transcript. */
async function makeEpisode(admin: Principal): Promise<string> {
	const id = 'an-episode'
	await db()
		.insert(episodes)
		.values({
			...{ id, slug: id, position: 0, title: 'Raising fees', description: 'How to say it' },
			...{ pubDate: new Date(Date.UTC(2026, 0, 5)), duration: 600, audioUrl: 'https://audio.example/5.mp3' },
		})
	await make(saveTranscript, admin, { id }, { format: 'text', text: 'Good morning, and welcome.' })
	return id
}

const PLAN = {
	...{ name: 'Annual', description: 'A year of everything', amountCents: 490_00, currency: 'USD', months: 12 },
	...{ trialDays: 0, isFounding: false, isPublic: true, providerPrice: '' },
}

/** Assigns a plan to a member, records a payment, and returns the ids of the payment and its invoice. */
async function makePayment(admin: Principal, userId: string, { planId = '', amountCents = PLAN.amountCents }) {
	const params = { id: userId }
	await make(setPlan, admin, params, { planId })
	const body = { amountCents, kind: 'check', paidOn: clubDay(), reference: '1042' }
	const [payment] = ((await callApi(recordPayment, { as: admin, params, body })).json as MemberDues).payments
	if (!payment) throw new Error('The payment is not listed')
	return { payment: payment.id, invoice: payment.invoiceId }
}

/** Creates the dues of two members. The first has paid, and the second has paid only a part of an open invoice. */
async function makeDues(admin: Principal, member: Principal, otherId: string) {
	setSite({ collectsDues: 'on' })
	const planId = await make(createPlan, admin, {}, PLAN)
	const unusedPlan = await make(createPlan, admin, {}, { ...PLAN, name: 'Monthly', months: 1 })
	const coupon = { code: 'autumn', percent: 50, amountCents: null, lasts: 'once', until: null, most: null }
	await make(createCoupon, admin, {}, coupon)
	const paid = await makePayment(admin, member.userId ?? '', { planId })
	const open = await makePayment(admin, otherId, { planId, amountCents: 100_00 })
	const { consent } = (await callApi(getMembership, { as: member })).json as Membership
	return { plan: planId, unusedPlan, coupon: coupon.code, paid, open, consent: consent[planId] }
}

const ADMISSION = { jurisdiction: 'US-CA', barNumber: '301122', admittedOn: '2015-06-17', groupNo: 2 }
const CODE = 'TORTS'

/** Creates an activity that is accredited in California. If it has no spoken codes, a player reports progress. */
async function makeActivity(admin: Principal, refId: string, spokenCodes: readonly string[]) {
	const body = { kind: 'module', refId, title: 'Raising fees', minutes: 60, format: 'recorded', spokenCodes }
	const id = await make(createActivity, admin, {}, body)
	const granted = { jurisdiction: 'US-CA', number: '17777', credits: { general: 100 }, formats: ['recorded'] }
	const accreditation = { ...granted, validFrom: '2020-01-01' }
	const reply = await callApi(createAccreditation, { as: admin, params: { id }, body: accreditation })
	return { id, accreditation: (reply.json as Activity).accreditations[0]?.id ?? '' }
}

interface Named {
	as: Principal
	name: string
}

/** Starts an attendance and sets its start to an hour ago. */
async function attend({ as }: Named, refId: string): Promise<string> {
	const id = await make(startAttendance, as, {}, { kind: 'module', id: refId })
	const before = new Date(Date.now() - 3_600_000)
	await db().update(attendances).set({ openedAt: before, lastBeatAt: before }).where(eq(attendances.id, id))
	return id
}

/** Creates a member's admissions, a credit, and three attendances: complete, open with codes, and with a player. */
async function makeMemberCredits(who: Named, at: { text: string; quiz: string; journal: string }) {
	const { as, name } = who
	const admission = await make(createAdmission, as, {}, ADMISSION)
	const logged = { title: 'Trust accounts', provider: 'Another club', date: clubDay(), minutes: 60, format: 'online' }
	const credit = await make(createCredit, as, {}, { ...logged, admissionId: admission, category: 'general' })
	const complete = await attend(who, at.text)
	await make(enterCode, as, { id: complete }, { code: CODE })
	const done = (await callApi(completeAttendance, { as, params: { id: complete }, body: { name } })).json as Attendance
	const later = await make(createAdmission, as, {}, { ...ADMISSION, jurisdiction: 'US-NY', birthday: '1988-03-12' })
	return {
		...{ admission, later, credit, complete, certificate: done.certificates[0] ?? '' },
		open: await attend(who, at.quiz),
		watched: await attend(who, at.journal),
	}
}

/** Creates activities, with credits and attendances of two members. One attendance waits for a decision. */
async function makeCredits(admin: Principal, own: Named, others: Named, at: Parameters<typeof makeMemberCredits>[1]) {
	await insertShippedRules()
	const activity = await makeActivity(admin, at.text, [CODE])
	const second = await makeActivity(admin, at.quiz, [CODE])
	await makeActivity(admin, at.journal, [])
	const made = { own: await makeMemberCredits(own, at), others: await makeMemberCredits(others, at) }
	await db().update(attendances).set({ state: 'review' }).where(eq(attendances.id, made.others.open))
	return { activity, second, ...made }
}

/** Creates a club that collects dues. */
export async function makeWorld() {
	const people = {
		member: await insertAccount(),
		other: await insertAccount(),
		admin: await insertAccount({ role: 'admin' }),
		applicant: await insertAccount({ status: 'inactive', applicationStatus: 'pending' }),
	}
	const [admin, member, other] = await Promise.all([people.admin, people.member, people.other].map(signedIn))
	if (!admin || !member || !other) throw new Error('An account is missing')
	const made = await makeCourse(admin)
	for (const who of [member, other]) await make(enroll, who, { id: made.course })
	await make(takeQuiz, other, { id: made.quiz }, { answers: [0] })
	const category = await make(createCategory, admin, {}, { name: 'Intake', parentCategoryId: null })
	const sessionBody = {
		...{ title: 'Raising fees', description: 'How to say it', durationMinutes: 60, timeZone: 'Europe/London' },
		...{ scheduledAt: '2090-01-01T00:00:00Z', zoomLink: 'https://zoom.example/j/1' },
	}
	const session = await make(createSession, admin, {}, sessionBody)
	const at = { ...made, category, session }
	return {
		people,
		applicant: people.applicant.id,
		...at,
		version: await makeVersion(admin, made),
		own: await makePosts(member, at),
		others: await makePosts(other, at),
		deletion: await makeDeletion(admin),
		episode: await makeEpisode(admin),
		upload: await makeUpload(admin),
		note: await make(createMemberNote, admin, { id: people.other.id }, { body: 'Called about fees' }),
		mailing: await makeMailing(admin),
		sentMailing: await makeMailing(admin, true),
		second: await make(createCategory, admin, {}, { name: 'Fees', parentCategoryId: null }),
		dues: await makeDues(admin, member, people.other.id),
		cle: await makeCredits(
			admin,
			{ as: member, name: people.member.name },
			{ as: other, name: people.other.name },
			made,
		),
	}
}
