import * as z from 'zod/mini'
import { applicantAnswer, applicantQuestion } from '#src/features/auth/applicant-record.ts'
import { PASSWORDS_BUSY } from '#src/features/auth/contract.ts'
import { COMMON_PASSWORD } from '#src/features/auth/password-contract.ts'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'
import { emailAddress, newPassword, optionalLine, personName } from '#src/lib/api/fields.ts'
import { NO_MAIL } from '#src/lib/forms/no-mail.ts'
import { oneLine } from '#src/lib/one-line.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { answersTo, type ShownField, sentAnswers } from './own-fields.ts'

export const EXPERIENCE = ['0-2', '3-5', '6-10', '11-20', '20+'] as const

const CAPTCHA_MISSING = 'Please complete the captcha verification'
const GOALS = "Please tell us what you're looking for in membership (at least 10 characters)"

const PLAN = 'Choose a plan'

const captchaToken = z
	.string(CAPTCHA_MISSING)
	.check(z.minLength(1, CAPTCHA_MISSING), z.maxLength(8192, 'The security check answer is too long'))

/** The fields of an application, in the order of the form. `answers` are for the club's own fields. */
const formWith = <Answers extends z.core.$ZodType>(answers: Answers) =>
	z
		.object({
			name: personName(2, 'Name is required'),
			email: emailAddress('Valid email is required'),
			password: newPassword(6, 'Password must be at least 6 characters'),
			confirmPassword: z.string('Please confirm your password').check(z.minLength(6, 'Please confirm your password')),
			phoneNumber: z
				.string('Phone number is required')
				.check(
					oneLine,
					z.minLength(10, 'Phone number is required'),
					z.maxLength(40, 'Phone number must be at most 40 characters'),
				),
			firmName: optionalLine(200, 'Firm name'),
			practiceAreas: z.optional(
				z
					.string('Practice areas must be text')
					.check(z.trim(), z.maxLength(1000, 'Practice areas must be at most 1,000 characters')),
			),
			yearsOfExperience: z.optional(z.union([z.enum(EXPERIENCE), z.literal('')], 'Please choose one of the options')),
			membershipGoals: z
				.string(GOALS)
				.check(z.trim(), z.minLength(10, GOALS), z.maxLength(5000, 'Please keep it under 5,000 characters')),
			/** The plan that the applicant chose, in a club that collects dues. */
			planId: z.optional(z.string(PLAN).check(z.maxLength(40, PLAN))),
			answers,
			recaptchaToken: captchaToken,
		})
		.check(
			z.refine((form) => form.confirmPassword === form.password, {
				error: 'Passwords do not match',
				path: ['confirmPassword'],
				when: arePasswordsComplete,
			}),
		)

/** Schema of the request. The service compares `answers` with the club's fields. */
export const applicationForm = formWith(z.optional(sentAnswers))
/** Schema of the form with the club's fields. */
export const applicationFormWith = (fields: readonly ShownField[]) => formWith(answersTo(fields))
export type ApplicationForm = z.input<typeof applicationForm>

/** Allows the comparison while other fields are invalid, but only once both passwords are filled in. */
function arePasswordsComplete({ value }: { value: unknown }): boolean {
	const { password, confirmPassword } = (value ?? {}) as Record<string, unknown>
	return typeof password === 'string' && typeof confirmPassword === 'string' && confirmPassword.length >= 6
}

export const apply = contract('POST /api/apply', {
	access: 'public',
	body: applicationForm,
	// The same response for every address: it must not reveal who is a member.
	response: z.object({ message: z.string() }),
	status: 201,
	errors: {
		common: [400, COMMON_PASSWORD],
		/** The message also names the field and the problem. */
		answers: [400, 'Reload the page if it does not ask this.'],
		captcha: [400, 'The security check failed or expired. Please try again.'],
		captchaDown: [503, 'We could not verify the security check. Please try again in a moment.'],
		tooMany: [429, 'Too many applications from your network. Please try again later.'],
		busy: PASSWORDS_BUSY,
	},
})

export const getCaptchaChallenge = contract('GET /api/captcha/challenge', {
	access: 'public',
	response: z.looseObject({
		parameters: z.record(z.string(), z.unknown()),
		signature: z.string(),
	}),
	errors: {
		other: [404, 'The site uses a different security check'],
	},
})

export const APPLICATION_STATUSES = ['pending', 'approved', 'rejected'] as const
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number]

export const application = z.object({
	id: z.string(),
	name: z.string(),
	email: z.string(),
	/** Null until the applicant opens the link that confirms the address. */
	emailConfirmedAt: z.nullable(timestamp),
	phoneNumber: z.nullable(z.string()),
	firmName: z.nullable(z.string()),
	practiceAreas: z.nullable(z.string()),
	yearsOfExperience: z.nullable(z.string()),
	membershipGoals: z.nullable(z.string()),
	status: z.enum(['active', 'inactive']),
	applicationStatus: z.enum(APPLICATION_STATUSES),
	applicationDate: z.nullable(timestamp),
	decidedAt: z.nullable(timestamp),
	decidedBy: z.nullable(z.string()),
	/** Text that the admin added to the email about the decision. */
	message: z.nullable(z.string()),
	applicationAnswers: z.array(applicantAnswer),
	applicationQuestions: z.array(applicantQuestion),
	/** Name of the plan that the applicant chose or is on; null if there is none. */
	plan: z.nullable(z.string()),
})
export type Application = z.output<typeof application>

export const listApplications = contract('GET /api/admin/applications', {
	access: 'admin',
	query: z.object({
		...pageQuery,
		status: z.optional(z.enum(APPLICATION_STATUSES, 'Choose pending, approved or rejected')),
	}),
	response: z.array(application),
})

/** Maximum length of text added to an email, and of a question, in characters. */
const MESSAGE_LIMIT = 500
const QUESTION_LIMIT = 1_000

export const decisionForm = z.object({
	message: z.optional(
		z
			.string('Write text')
			.check(z.trim(), z.maxLength(MESSAGE_LIMIT, `Please keep it under ${MESSAGE_LIMIT} characters`)),
	),
})

export const decideApplication = contract('PUT /api/admin/applications/:userId', {
	access: 'admin',
	body: z.extend(decisionForm, { action: z.enum(['approve', 'reject'], 'Choose approve or reject') }),
	response: application,
	errors: {
		unknown: [404, 'Application not found'],
		decided: [409, 'This application has already been decided'],
		notAdmin: [403, 'You do not have permission to do this'],
	},
})

/** Maximum number of questions to one applicant. */
export const MAX_QUESTIONS = 5

export const questionForm = z.object({
	question: z
		.string('Write a question')
		.check(
			z.trim(),
			z.minLength(1, 'Write a question'),
			z.maxLength(QUESTION_LIMIT, `Please keep it under ${formatNumber(QUESTION_LIMIT)} characters`),
		),
})

/** Emails a question to the applicant. The application stays pending. A repeated question is sent only once. */
export const askApplicant = contract('POST /api/admin/applications/:userId/questions', {
	access: 'admin',
	body: questionForm,
	response: application,
	errors: {
		unknown: [404, 'Application not found'],
		decided: [409, 'This application has already been decided'],
		often: [409, `This applicant was asked ${MAX_QUESTIONS} times. Decide, or write to them yourself.`],
		noReply: [409, 'Nobody would receive the answer: enter a reply address under Mail in the settings first.'],
		noMail: NO_MAIL,
		notAdmin: [403, 'You do not have permission to do this'],
	},
})
