import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { users } from '#db/schema/users.ts'
import { confirmationLink } from '#src/features/account/server/address.ts'
import type { ApplicantAnswer } from '#src/features/auth/applicant-record.ts'
import { activeAdmins, createAccountUnlessTaken, type NewAccount } from '#src/features/auth/server/accounts.ts'
import { isCommonPassword } from '#src/features/auth/server/passwords/common-passwords.ts'
import { hashPassword } from '#src/features/auth/server/passwords/passwords.ts'
import { emailKey } from '#src/features/auth/server/service.ts'
import { choosePlan } from '#src/features/dues/server/approval.ts'
import { notifyAdmins } from '#src/features/notifications/server/notify.ts'
import type { BodyOf } from '#src/lib/api/contract.ts'
import { ApiError, httpError } from '#src/lib/api/errors.ts'
import { newChallenge } from '#src/platform/captcha/altcha.ts'
import { CaptchaUnreachableError, captchaSetup, consumeCaptcha } from '#src/platform/captcha/captcha.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { addressSubject, countAttempts, type RateLimit } from '#src/platform/limits/rate-limit.ts'
import { enqueueMail, enqueueMailToEach } from '#src/platform/mail/mail.ts'
import * as contracts from '../contract.ts'
import { answersTo, toRecord } from '../own-fields.ts'
import { readFields } from './form.ts'
import { addressKnown, applicationReceived, applicationToReview } from './mails.ts'

const perAddress: RateLimit = { name: 'apply-address', limit: 100, seconds: 60 * 60 }
/** Emails per day to the owner of an address that is already taken. */
const perEmail: RateLimit = { name: 'apply-email', limit: 3, seconds: 24 * 60 * 60 }

/** A flooded form must not flood admins' inboxes. The list of applications stays complete. */
const MAX_ADMIN_MAILS_PER_HOUR = 20
const HOUR_MS = 60 * 60_000

const RECEIVED = "Your membership application has been received. We'll contact you soon!"

export const getCaptchaChallenge: Service<typeof contracts.getCaptchaChallenge> = async () => {
	if (captchaSetup().provider !== 'altcha') throw httpError(contracts.getCaptchaChallenge.errors.other)
	const { parameters, signature } = await newChallenge()
	return { parameters: { ...parameters }, signature: signature ?? '' }
}

async function assertCaptcha(token: string, clientAddress: string): Promise<void> {
	const isValid = await consumeCaptcha(token, clientAddress).catch((error: unknown) => {
		throw error instanceof CaptchaUnreachableError
			? httpError(contracts.apply.errors.captchaDown, { retryAfter: 10 })
			: error
	})
	if (!isValid) throw httpError(contracts.apply.errors.captcha)
}

/** Checks the answers to the club's own fields, and returns them as they are stored. */
async function readAnswers(answers: Form['answers']): Promise<ApplicantAnswer[]> {
	const fields = await readFields()
	const { data, error } = z.safeParse(answersTo(fields), answers ?? {})
	if (data) return toRecord(fields, data)
	const [status, hint] = contracts.apply.errors.answers
	const issue = error.issues[0]
	const label = fields.find(({ id }) => id === issue?.path[0])?.label ?? ''
	// The applicant may have opened the form before the club changed it.
	throw new ApiError(status, `${label}: ${issue?.message}. ${hint}`)
}

type Form = BodyOf<typeof contracts.apply>

/** Returns the account of an application, inactive until an admin approves it. */
const toAccount = (form: Form, answers: ApplicantAnswer[], passwordHash: string): NewAccount => ({
	name: form.name,
	email: form.email,
	passwordHash,
	role: 'user',
	status: 'inactive',
	applicationStatus: 'pending',
	application: {
		phoneNumber: form.phoneNumber,
		yearsOfExperience: form.yearsOfExperience || null,
		firmName: form.firmName || null,
		practiceAreas: form.practiceAreas || null,
		membershipGoals: form.membershipGoals,
		applicationAnswers: answers.length === 0 ? null : JSON.stringify(answers),
	},
})

type Owner = { name: string; email: string; status: string; applicationStatus: string | null }

const applicantStatusOf = (owner: Owner) =>
	owner.status === 'active' ? 'member' : owner.applicationStatus === 'pending' ? 'pending' : 'other'

/**
 * Writes an application. Both cases run the same statements in one transaction: a new account and its emails, or
 * an email to the owner of a taken address. The unique index decides which.
 */
async function writeApplication(application: {
	form: Form
	answers: ApplicantAnswer[]
	passwordHash: string
	owner: Owner | undefined
	mayMailOwner: boolean
}) {
	const { form, answers, passwordHash, owner, mayMailOwner } = application
	const isBelowMailLimit = sql`(select count(*) from ${users} where application_status is not null
		and application_date > ${Date.now() - HOUR_MS}) <= ${MAX_ADMIN_MAILS_PER_HOUR}`
	const { name, email, phoneNumber, firmName, practiceAreas, yearsOfExperience, membershipGoals } = form
	const recipient = owner ?? { name, email, status: 'inactive', applicationStatus: 'pending' }
	await createAccountUnlessTaken(toAccount(form, answers, passwordHash), ({ id }) => {
		const isNew = hasRow(users, eq(users.id, id))
		const { token, row: confirmation } = confirmationLink({ id, email }, isNew)
		return [
			confirmation,
			enqueueMail({ to: email, mail: applicationReceived, data: { name, token } }, { when: isNew }),
			enqueueMailToEach(
				{
					recipients: activeAdmins(),
					mail: applicationToReview,
					data: { name, email, phoneNumber, firmName, practiceAreas, yearsOfExperience, membershipGoals, answers },
				},
				{ when: sql`${isNew} and ${isBelowMailLimit}` },
			),
			...choosePlan(id, form.planId, isNew),
			notifyAdmins('applications', sql`${isNew}`),
			enqueueMail(
				{
					to: recipient.email,
					mail: addressKnown,
					data: { name: recipient.name, standing: applicantStatusOf(recipient) },
				},
				{ when: mayMailOwner ? sql`not ${isNew}` : sql`0` },
			),
		]
	})
}

/** Accepts an application. Response and timing are the same whether or not the address is taken. */
export const apply: Service<typeof contracts.apply> = async ({ body }, context) => {
	if (isCommonPassword(body.password)) throw httpError(contracts.apply.errors.common)
	const wait = await countAttempts([[perAddress, addressSubject(context.clientAddress)]])
	if (wait !== undefined) throw httpError(contracts.apply.errors.tooMany, { retryAfter: wait })
	const answers = await readAnswers(body.answers)
	await assertCaptcha(body.recaptchaToken, context.clientAddress)
	const key = emailKey(body.email)
	const mayMailOwner = (await countAttempts([[perEmail, key]])) === undefined
	const passwordHash = await hashPassword(body.password)
	const [owner] = await db()
		.select({ name: users.name, email: users.email, status: users.status, applicationStatus: users.applicationStatus })
		.from(users)
		.where(eq(users.emailKey, key))
	await writeApplication({ form: body, answers, passwordHash, owner, mayMailOwner })
	return { message: RECEIVED }
}
