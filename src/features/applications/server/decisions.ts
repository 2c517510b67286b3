import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { applicationDecisions } from '#db/schema/applications.ts'
import { userCounts, users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { withApplicantRecord } from '#src/features/auth/server/applicant-record.ts'
import { INVITED_MS, newLink } from '#src/features/auth/server/links.ts'
import { isAdminNow, isStillAdmin } from '#src/features/auth/server/still-admin.ts'
import { beginMembership, paysFirst, planNameOf } from '#src/features/dues/server/approval.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import { nextVersion } from '#src/platform/endpoint/version.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'
import type { ApplicationStatus } from '../contract.ts'
import * as contracts from '../contract.ts'
import { actions } from './audit-actions.ts'
import { applicationApproved, applicationRejected } from './mails.ts'

const columns = {
	id: users.id,
	name: users.name,
	email: users.email,
	emailConfirmedAt: users.emailConfirmedAt,
	phoneNumber: users.phoneNumber,
	firmName: users.firmName,
	practiceAreas: users.practiceAreas,
	yearsOfExperience: users.yearsOfExperience,
	membershipGoals: users.membershipGoals,
	status: users.status,
	applicationStatus: users.applicationStatus,
	applicationDate: users.applicationDate,
	decidedAt: applicationDecisions.decidedAt,
	decidedBy: applicationDecisions.decidedBy,
	message: applicationDecisions.message,
	applicationAnswers: users.applicationAnswers,
	applicationQuestions: users.applicationQuestions,
}

const applications = () =>
	db()
		.select({ ...columns, plan: planNameOf(users.id) })
		.from(users)
		.leftJoin(applicationDecisions, eq(applicationDecisions.userId, users.id))
		.$dynamic()

type Row = Awaited<ReturnType<typeof applications>>[number]

/** Fills in the status. The column may be empty for accounts without an application, but not in rows of this query. */
const toApplication = (row: Row) => ({
	...withApplicantRecord(row),
	applicationStatus: row.applicationStatus ?? ('pending' as const),
})

/** Reads one application; undefined for an account without one. */
export async function findApplication(userId: string) {
	const [row] = await applications().where(and(eq(users.id, userId), isNotNull(users.applicationStatus)))
	return row && toApplication(row)
}

export async function countApplications(): Promise<Record<ApplicationStatus, number>> {
	const rows = await db().select().from(userCounts)
	const countOf = (status: ApplicationStatus) =>
		rows.filter((row) => row.applicationStatus === status).reduce((sum, row) => sum + row.count, 0)
	return { pending: countOf('pending'), approved: countOf('approved'), rejected: countOf('rejected') }
}

/** Selects applications by date, newest first; `after` is the last one of the previous page. */
export function applicationsStatement(options: {
	status?: ApplicationStatus | undefined
	after?: readonly [number, string] | undefined
	limit: number
}) {
	const { status, after, limit } = options
	return applications()
		.where(
			and(
				status ? eq(users.applicationStatus, status) : isNotNull(users.applicationStatus),
				after && sql`(${users.applicationDate}, ${users.id}) < (${after[0]}, ${after[1]})`,
			),
		)
		.orderBy(desc(users.applicationDate), desc(users.id))
		.limit(limit + 1)
}

export const listApplications: Service<typeof contracts.listApplications> = async ({ query }, context) => {
	const after = openCursor(query.cursor, 'number', 'id')
	const [rows, counts] = await Promise.all([applicationsStatement({ ...query, after }), countApplications()])
	const total = query.status ? counts[query.status] : counts.pending + counts.approved + counts.rejected
	const shown = page(context, contracts.listApplications, { query }, rows, {
		total,
		cursorOf: (row) => [row.applicationDate?.getTime() ?? 0, row.id],
	})
	return shown.map(toApplication)
}

/** Returns who decided an application and when; undefined if it is undecided. */
export async function findDecision(userId: string): Promise<{ decidedAt: Date; decidedBy: string } | undefined> {
	const { decidedAt, decidedBy } = applicationDecisions
	const [row] = await db()
		.select({ decidedAt, decidedBy })
		.from(applicationDecisions)
		.where(eq(applicationDecisions.userId, userId))
	return row
}

const outcomes = {
	approve: { status: 'approved', mail: applicationApproved },
	reject: { status: 'rejected', mail: applicationRejected },
} as const

/** Returns the error for a second decision. Its message names the first one. */
async function alreadyDecidedError(userId: string) {
	const [status, text] = contracts.decideApplication.errors.decided
	const [first] = await db().select().from(applicationDecisions).where(eq(applicationDecisions.userId, userId))
	return httpError([status, first ? `${text}: ${first.decidedBy} ${first.decision} it` : text])
}

/**
 * Approves or rejects an application. The form does not prove who owns the address, so the approval email has a link
 * for the owner to replace the password chosen in the form.
 *
 * Concurrent decisions yield one decision, one email and one audit entry: the applicant is the key of the decision's
 * row, and the other statements depend on that row.
 */
export const decideApplication: Service<typeof contracts.decideApplication> = async ({ params, body }, context) => {
	const { errors } = contracts.decideApplication
	const { userId } = params
	const { status, mail } = outcomes[body.action]
	const message = body.message || null
	const applicant = await findApplication(userId)
	if (!applicant) throw httpError(errors.unknown)
	const decisionId = newId()
	const now = Date.now()
	const isRecorded = sql`exists (select 1 from ${applicationDecisions} where id = ${decisionId})`
	const activation = status === 'approved' ? { status: 'active' as const } : {}
	const passwordLink = status === 'approved' ? newLink(userId, { validMs: INVITED_MS, when: isRecorded }) : undefined
	const data = {
		name: applicant.name,
		...(message && { message, by: context.user.name }),
		...(passwordLink && { token: passwordLink.token }),
		...(status === 'approved' && (await paysFirst()) && { pays: true }),
	}
	const { inserted } = await write({
		inserted: db().run(sql`insert into ${applicationDecisions} (user_id, id, decision, decided_at, decided_by, message)
			select id, ${decisionId}, ${status}, ${now}, ${context.user.name}, ${message} from ${users}
			where id = ${userId} and application_status = 'pending' and ${isStillAdmin(context.user)} on conflict do nothing`),
		applicant: db()
			.update(users)
			.set({ applicationStatus: status, updatedAt: new Date(now), ...activation, version: nextVersion(users.version) })
			.where(and(eq(users.id, userId), isRecorded)),
		audit: recordAudit(
			{
				actor: context.user,
				action: actions[`application.${status}`],
				subject: { type: 'user', id: userId, name: applicant.name },
			},
			isRecorded,
		),
		dues: status === 'approved' ? beginMembership(userId, isRecorded, now) : [],
		link: passwordLink ? [passwordLink.row] : [],
		mail: enqueueMail({ to: applicant.email, mail, data }, { when: isRecorded }),
	})
	if (inserted.rowsAffected === 0)
		throw (await isAdminNow(context.user)) ? await alreadyDecidedError(userId) : httpError(errors.notAdmin)
	wake('dues')
	const decided = await findApplication(userId)
	if (!decided) throw httpError(errors.unknown)
	return decided
}
