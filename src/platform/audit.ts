import { inArray, is, SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { newId } from '#src/lib/ids.ts'
import { site } from '#src/lib/site/site.ts'

/** An audited action. Features define theirs in `server/audit-actions.ts`; `src/app/audit-actions.ts` lists all. */
export interface AuditAction {
	/** `<subject>.<past participle>`, as stored. */
	readonly name: string
	readonly title: string
}

export const defineAuditActions = <const Name extends string>(
	titles: Readonly<Record<Name, string>>,
): Readonly<Record<Name, AuditAction>> =>
	Object.fromEntries(
		Object.entries<string>(titles).map(([name, title]) => [name, { name, title } satisfies AuditAction]),
	) as Record<Name, AuditAction>

/** An entry of the audit log. Stores the names at the time. */
export interface AuditEntry {
	/** Undefined if the system acted, not a person. */
	actor: { id: string; name: string } | undefined
	action: AuditAction
	/** The name may be an SQL expression, evaluated at the time of the change. */
	subject: { type: string; id: string; name: string | SQL }
	/** The changes, or an SQL expression for a JSON object. Must not contain passwords, tokens or members' posts. */
	detail?: Record<string, unknown> | SQL
}

/** Returns SQL for the account id of the last actor of these actions; null if there is none. */
export const lastActorOf = (actions: readonly AuditAction[], subjectId: SQL): SQL<string | null> =>
	sql`(select actor_id from ${audit} where subject_id = ${subjectId} and action in (${sql.join(
		actions.map(({ name }) => sql`${name}`),
		sql`, `,
	)}) order by id desc limit 1)`

/** Returns the SQL condition that an entry with this action and subject exists. */
export const isRecorded = ({ name }: AuditAction, subjectId: string): SQL =>
	sql`exists (select 1 from ${audit} where subject_id = ${subjectId} and action = ${name})`

/** Reads the details of all entries of these actions, as JSON. */
export const detailsOf = async (actions: readonly AuditAction[]): Promise<string[]> =>
	(
		await db()
			.select({ detail: audit.detail })
			.from(audit)
			.where(
				inArray(
					audit.action,
					actions.map(({ name }) => name),
				),
			)
	).map(({ detail }) => detail)

/**
 * Returns the statement that writes an entry. Add it to the `write` of the change, so that both are atomic.
 * @param when SQL condition of the change; by default, the entry is always written. Put the statement where the
 * condition is still true, usually before the change.
 */
export function recordAudit(entry: AuditEntry, when: SQL = sql`1`) {
	const { actor, action, subject, detail } = entry
	const detailJson = is(detail, SQL) ? detail : JSON.stringify(detail ?? {})
	return db().run(sql`
		insert into ${audit} (id, at, actor_id, actor_name, action, subject_type, subject_id, subject_name, detail)
		select ${newId()}, ${Date.now()}, ${actor?.id ?? null}, ${actor?.name ?? site().name}, ${action.name},
			${subject.type}, ${subject.id}, ${subject.name}, ${detailJson}
		where ${when}`)
}
