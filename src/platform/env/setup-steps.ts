import { eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { setupSteps } from '#db/schema/platform/operations.ts'

/** Returns when a step was done; undefined if it was not. */
export async function findStep(name: string): Promise<Date | undefined> {
	const [row] = await db().select({ doneAt: setupSteps.doneAt }).from(setupSteps).where(eq(setupSteps.name, name))
	return row?.doneAt
}

export const isStepDone = async (name: string) => (await findStep(name)) !== undefined

/** Returns SQL for when a step was done, in epoch milliseconds; null if it was not. */
export const stepDoneAt = (name: string) => sql<number | null>`(select done_at from ${setupSteps} where name = ${name})`

export const isStepMarked = (name: string) => sql`exists (select 1 from ${setupSteps} where name = ${name})`

/** Returns the statement that marks a step as done, if `when` is true. Idempotent. */
export const markStep = (name: string, when = sql`true`) =>
	db().run(sql`
		insert into ${setupSteps} (name, done_at) select ${name}, ${Date.now()} where ${when} on conflict do nothing`)

export const unmarkStep = (name: string) => db().delete(setupSteps).where(eq(setupSteps.name, name))
