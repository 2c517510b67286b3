import { setImmediate } from 'node:timers/promises'
import { and, asc, desc, eq, inArray, lt, min, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { memberImportRows, memberImports } from '#db/schema/members.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { MAX_REMINDERS } from '#src/features/auth/invitation-contract.ts'
import { readInvitationTexts } from '#src/features/auth/server/invitation.ts'
import { isInvited, isReminderDue, REMINDER_PAUSE_MS } from '#src/features/auth/server/link-state.ts'
import { sendInvitation } from '#src/features/auth/server/links.ts'
import { isAdminNow, isStillAdmin } from '#src/features/auth/server/still-admin.ts'
import { ApiError, httpError } from '#src/lib/api/errors.ts'
import { formatDayTime } from '#src/lib/dates/dates.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { nextVersion } from '#src/platform/endpoint/version.ts'
import { mailWaits } from '#src/platform/mail/mail.ts'
import * as contracts from '../import-contract.ts'
import { actions } from './audit-actions.ts'
import { MAIL_INTERVAL_MS, nextMailAt } from './import-job.ts'
import { checkList } from './lists/list-check.ts'

/** People per write. */
const BATCH_SIZE = 50

const { errors } = contracts.remindImport

/** Returns the error if no one can be reminded. It states when reminders are possible again, or why they never are. */
async function noneDueError(among: SQL) {
	const [open] = await db().select({ people: sql<number>`count(*)` }).from(users).where(and(among, isInvited()))
	if (!open?.people) return httpError(errors.nobody)
	const [next] = await db()
		.select({ last: min(users.invitedAt) })
		.from(users)
		.where(and(among, isInvited(), lt(users.reminders, MAX_REMINDERS)))
	if (!next?.last) return httpError(errors.often)
	const from = formatDayTime(next.last.getTime() + REMINDER_PAUSE_MS, { zone: 'utc' })
	return new ApiError(errors.tooSoon[0], `${errors.tooSoon[1]} You can remind them from ${from} UTC.`)
}

type Recipient = Pick<typeof users.$inferSelect, 'id' | 'name' | 'email' | 'emailKey' | 'role'>

interface ReminderOptions {
	actor: CurrentUser
	words: Awaited<ReturnType<typeof readInvitationTexts>>
	/** The list whose `mailsUntil` these reminders extend. */
	importId: string | undefined
	audit: Parameters<typeof recordAudit>[0] | undefined
}

/**
 * Reminds some people in one write, each only if they are still due: a second click or another admin at the same time
 * reminds no one twice.
 */
async function remindBatch(people: readonly Recipient[], mailAt: number, options: ReminderOptions): Promise<number> {
	const { actor, words, importId, audit } = options
	const now = Date.now()
	const canRemind = ({ id, emailKey }: Recipient) =>
		and(eq(users.id, id), eq(users.emailKey, emailKey), isReminderDue(now), isStillAdmin(actor))
	const ids = people.map(({ id }) => id)
	const isAnyDue = hasRow(users, and(inArray(users.id, ids), isReminderDue(now), isStillAdmin(actor)))
	const { reminded } = await write({
		audit: audit ? [recordAudit(audit, isAnyDue)] : [],
		mails: people.flatMap((person, at) => [
			...sendInvitation(person, {
				...{ by: actor.name, role: person.role, words, isReminder: true },
				...{ when: hasRow(users, canRemind(person)), notBefore: mailAt + at * MAIL_INTERVAL_MS },
			}),
		]),
		list: importId
			? [
					db()
						.update(memberImports)
						.set({ mailsUntil: new Date(mailAt + people.length * MAIL_INTERVAL_MS) })
						.where(and(eq(memberImports.id, importId), isAnyDue)),
				]
			: [],
		reminded: people.map((person) =>
			db()
				.update(users)
				.set({
					...{ reminders: sql`${users.reminders} + 1`, invitedAt: new Date(now), invitedBy: actor.name },
					version: nextVersion(users.version),
				})
				.where(canRemind(person))
				.returning({ id: users.id }),
		),
	})
	return reminded.flat().length
}

/** Reminds the people who are due, at the same rate as invitations. A second call continues after an interruption. */
async function remind(among: SQL, importId: string | undefined, actor: CurrentUser) {
	if (mailWaits()) throw httpError(errors.noMail)
	const due = await db()
		.select({ id: users.id, name: users.name, email: users.email, emailKey: users.emailKey, role: users.role })
		.from(users)
		.where(and(among, isReminderDue()))
		.orderBy(asc(users.id))
	if (due.length === 0) throw await noneDueError(among)
	const words = await readInvitationTexts()
	const subject = { type: 'import', id: importId ?? '', name: `${due.length} people` }
	const firstMailAt = await nextMailAt()
	let reminded = 0
	for (let at = 0; at < due.length; at += BATCH_SIZE) {
		const audit = at === 0 ? { actor, action: actions['members.reminded'], subject } : undefined
		const batch = due.slice(at, at + BATCH_SIZE)
		reminded += await remindBatch(batch, firstMailAt + at * MAIL_INTERVAL_MS, { actor, words, importId, audit })
		await setImmediate()
	}
	if (reminded === 0) throw (await isAdminNow(actor)) ? await noneDueError(among) : httpError(errors.notAdmin)
	return { reminded, until: new Date(firstMailAt + due.length * MAIL_INTERVAL_MS) }
}

export const remindImport: Service<typeof contracts.remindImport> = async ({ params: { id } }, { user }) => {
	const [list] = await db().select({ id: memberImports.id }).from(memberImports).where(eq(memberImports.id, id))
	if (!list) throw httpError(errors.unknown)
	const invited = db()
		.select({ userId: memberImportRows.userId })
		.from(memberImportRows)
		.where(and(eq(memberImportRows.importId, id), eq(memberImportRows.state, 'invited')))
	return remind(inArray(users.id, invited), id, user)
}

export const remindList: Service<typeof contracts.remindList> = async ({ query, body }, { user }) => {
	const { withMarked, ...chosen } = query
	const { people } = await checkList(body.bytes, chosen, withMarked === 'true')
	const ids = JSON.stringify(people.flatMap(({ userId }) => userId ?? []))
	// The newest list tracks the send times of all emails.
	const [newest] = await db()
		.select({ id: memberImports.id })
		.from(memberImports)
		.orderBy(desc(memberImports.id))
		.limit(1)
	return remind(sql`${users.id} in (select value from json_each(${ids}))`, newest?.id, user)
}
