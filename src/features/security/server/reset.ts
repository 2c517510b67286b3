import { and, eq, isNotNull, not, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow, rowExists } from '#db/rows.ts'
import { factorResets, passkeys, totpSecrets } from '#db/schema/security.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { endSessions } from '#src/features/auth/server/end-sessions.ts'
import { stopReset } from '#src/features/auth/server/factors/factor-resets.ts'
import { hasSecondFactor } from '#src/features/auth/server/factors/second-factor.ts'
import { endSteps, endTrust } from '#src/features/auth/server/factors/trusted-devices.ts'
import { assertConfirmed } from '#src/features/auth/server/step-up.ts'
import { isStillAdmin } from '#src/features/auth/server/still-admin.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { job } from '#src/platform/jobs/job.ts'
import { doneAt } from '#src/platform/jobs/outbox.ts'
import { enqueueMail, mailWaits } from '#src/platform/mail/mail.ts'
import * as contracts from '../reset-contract.ts'
import { actions } from './audit-actions.ts'
import { factorResetRequested } from './mails.ts'
import { mailOwner } from './notices.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'
import { findReset, tokenOf } from './reset-link.ts'

/** Time that owners have to stop a reset after they were notified. */
const DELAY_MS = 24 * 60 * 60_000

interface Person {
	id: string
	name: string
	email: string
}

async function findPerson(where: SQL): Promise<(Person & { hasFactor: boolean }) | undefined> {
	const [row] = await db()
		.select({
			id: users.id,
			name: users.name,
			email: users.email,
			hasFactor: sql<number>`${hasSecondFactor(sql`users.id`)}`,
		})
		.from(users)
		.where(where)
	return row && { ...row, hasFactor: row.hasFactor === 1 }
}

const ofPerson = (userId: string) => eq(factorResets.userId, userId)

const noticeId = sql`'factor-reset-' || ${factorResets.userId} || '-' || ${factorResets.requestedAt}`

/**
 * SQL for when a reset is carried out: a day after its email was sent. Null while the email is waiting or if it failed.
 */
export const carriedOutAt = sql<number | null>`max(${factorResets.dueAt}, ${doneAt(noticeId)} + ${DELAY_MS})`

/** Reads the state of a person's second factor for admins: whether there is one, and when it will be removed. */
export async function findFactorState(userId: string) {
	const [row] = await db()
		.select({
			has: sql<number>`${hasSecondFactor(users.id)}`,
			requestedAt: factorResets.requestedAt,
			at: carriedOutAt,
		})
		.from(users)
		.leftJoin(factorResets, eq(factorResets.userId, users.id))
		.where(eq(users.id, userId))
	const at = row?.at ? new Date(row.at) : null
	return { hasSecondFactor: row?.has === 1, factorResetAt: at, factorResetWaits: Boolean(row?.requestedAt) && !at }
}

export const countUnprotectedAdmins = () =>
	db().$count(users, and(eq(users.role, 'admin'), eq(users.status, 'active'), not(hasSecondFactor(sql`users.id`))))

const subjectOf = ({ id, name }: Pick<Person, 'id' | 'name'>) => ({ type: 'user', id, name })

export const requestFactorReset: Service<typeof contracts.requestFactorReset> = async ({ params }, context) => {
	const { errors } = contracts.requestFactorReset
	assertConfirmed(context)
	const { user: actor } = context
	if (params.id === actor.id) throw httpError(errors.own)
	if (mailWaits()) throw httpError(errors.noMail)
	const person = await findPerson(eq(users.id, params.id))
	if (!person) throw httpError(errors.unknown)
	if (!person.hasFactor) throw httpError(errors.none)
	const now = Date.now()
	const dueAt = now + DELAY_MS
	const isNew = hasRow(factorResets, and(ofPerson(person.id), eq(factorResets.requestedAt, new Date(now))))
	const data = { name: person.name, by: actor.name, token: tokenOf(person.id, dueAt) }
	const id = `factor-reset-${person.id}-${now}`
	const { change } = await write({
		// A second request changes nothing: it must not postpone the first or send another email.
		change: db().run(sql`
			insert into ${factorResets} (user_id, requested_by, requested_at, due_at)
			select ${person.id}, ${actor.name}, ${now}, ${dueAt} where ${isStillAdmin(actor)}
			on conflict (user_id) do nothing`),
		audit: recordAudit({ actor, action: actions['factor-reset.requested'], subject: subjectOf(person) }, isNew),
		mail: enqueueMail({ to: person.email, mail: factorResetRequested, data }, { when: isNew, id }),
	})
	if (change.rowsAffected === 0 && !(await rowExists(factorResets, ofPerson(person.id))))
		throw httpError(errors.notAdmin)
}

export const cancelFactorReset: Service<typeof contracts.cancelFactorReset> = async ({ params }, { user: actor }) => {
	const { errors } = contracts.cancelFactorReset
	const person = await findPerson(eq(users.id, params.id))
	if (!person) throw httpError(errors.unknown)
	await write(stopReset(person, actor, isStillAdmin(actor)))
}

export const stopFactorReset: Service<typeof contracts.stopFactorReset> = async ({ body }) => {
	const over = httpError(contracts.stopFactorReset.errors.over)
	const reset = await findReset(body.token)
	const person = reset && (await findPerson(eq(users.id, reset.userId)))
	if (!person) throw over
	const { stopped } = await write(stopReset(person, person, eq(factorResets.dueAt, reset.dueAt)))
	if (stopped.rowsAffected === 0) throw over
}

/** Removes all of a person's second factors, ends their sign-in sessions, and notifies them. */
async function removeFactors(person: Person, when: SQL): Promise<boolean> {
	const { removed } = await write({
		audit: recordAudit({ actor: undefined, action: actions['factor-reset.done'], subject: subjectOf(person) }, when),
		mail: mailOwner(person, 'reset', { when }),
		sessions: endSessions({ of: person.id, when }),
		trust: endTrust(person.id, when),
		steps: endSteps(person.id, when),
		codes: deleteRecoveryCodes(person.id, when),
		passkeys: db()
			.delete(passkeys)
			.where(and(eq(passkeys.userId, person.id), when)),
		// The reset row is deleted last, because `when` may depend on it.
		app: db()
			.delete(totpSecrets)
			.where(and(eq(totpSecrets.userId, person.id), when)),
		removed: db()
			.delete(factorResets)
			.where(and(ofPerson(person.id), when))
			.returning({ userId: factorResets.userId }),
	})
	return removed.length > 0
}

const isDue = (now: number) => sql`${carriedOutAt} <= ${now}`

/** Carries out resets that were not stopped, each a day after its owner was notified. */
export async function carryOutResets(now = Date.now()): Promise<void> {
	const due = await db().select({ userId: factorResets.userId }).from(factorResets).where(isDue(now))
	for (const { userId } of due) {
		const person = await findPerson(eq(users.id, userId))
		if (person) await removeFactors(person, hasRow(factorResets, and(ofPerson(userId), isDue(now))))
	}
}

export const factorResetsJob = job({
	name: 'factor-resets',
	due: () =>
		db().select({ at: carriedOutAt }).from(factorResets).where(isNotNull(carriedOutAt)).orderBy(carriedOutAt).limit(1),
	run: () => carryOutResets(),
})

/** Removes the second factors of an account immediately, for the server's owner. Returns a sentence to print. */
export async function resetSecondFactor(email: string): Promise<string> {
	const person = await findPerson(eq(users.emailKey, email.trim().toLowerCase()))
	if (!person) throw new Error(`No account has the address ${email}.`)
	if (!person.hasFactor) return `The account of ${email} has no second factor. Nothing was changed.`
	await removeFactors(person, sql`1`)
	return `The second factor of ${email} was removed, and they were signed out everywhere. They can now sign in with their password only.`
}
