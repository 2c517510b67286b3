import { is, SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { newId } from '#src/lib/ids.ts'
import { site } from '#src/lib/site/site.ts'

/** What can be done and is recorded. Features define theirs in `server/audit-actions.ts`; `src/app/audit-actions.ts` lists all. */
export interface AuditAction {
	/** `<subject>.<past participle>`, as it is kept. */
	readonly name: string
	/** What it is called on the screen. */
	readonly title: string
}

/** The actions of a feature: their titles by their names. */
export const defineAuditActions = <const Name extends string>(
	titles: Readonly<Record<Name, string>>,
): Readonly<Record<Name, AuditAction>> =>
	Object.fromEntries(
		Object.entries<string>(titles).map(([name, title]) => [name, { name, title } satisfies AuditAction]),
	) as Record<Name, AuditAction>

/** Who did what to what. Names are kept as they are now. */
export interface AuditEntry {
	/** Undefined: the product itself, not a person. */
	actor: { id: string; name: string } | undefined
	action: AuditAction
	/** The name may be an SQL expression: then it is the one at the instant of the change. */
	subject: { type: string; id: string; name: string | SQL }
	/** What changed, or an SQL expression that is a JSON object. Never a password, a token or what somebody wrote. */
	detail?: Record<string, unknown> | SQL
}

/** Who did one of these to that last, as an SQL expression: the id of their account, null where nobody did. */
export const lastActorOf = (actions: readonly AuditAction[], subjectId: SQL): SQL<string | null> =>
	sql`(select actor_id from audit where subject_id = ${subjectId} and action in (${sql.join(
		actions.map(({ name }) => sql`${name}`),
		sql`, `,
	)}) order by id desc limit 1)`

/**
 * The statement that writes an entry: it belongs into the `write` of the change, so that neither is without the other.
 * @param when an SQL condition of the change; without it the entry is always written. Put the statement where the
 * condition can still be seen, mostly before the change.
 */
export function recordAudit(entry: AuditEntry, when: SQL = sql`1`) {
	const { actor, action, subject, detail } = entry
	const facts = is(detail, SQL) ? detail : JSON.stringify(detail ?? {})
	return db().run(sql`
		insert into audit (id, at, actor_id, actor_name, action, subject_type, subject_id, subject_name, detail)
		select ${newId()}, ${Date.now()}, ${actor?.id ?? null}, ${actor?.name ?? site().name}, ${action.name},
			${subject.type}, ${subject.id}, ${subject.name}, ${facts}
		where ${when}`)
}
