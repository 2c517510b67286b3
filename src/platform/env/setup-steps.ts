import { eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { setupSteps } from '#db/schema/operations.ts'

export async function isStepDone(name: string): Promise<boolean> {
	const [row] = await db().select({ name: setupSteps.name }).from(setupSteps).where(eq(setupSteps.name, name))
	return row !== undefined
}

export const isStepMarked = (name: string) => sql`exists (select 1 from ${setupSteps} where name = ${name})`

/** Returns the statement that marks a step as done, if `when` is true. Idempotent. */
export const markStep = (name: string, when = sql`true`) =>
	db().run(sql`
		insert into ${setupSteps} (name, done_at) select ${name}, ${Date.now()} where ${when} on conflict do nothing`)

export const unmarkStep = (name: string) => db().delete(setupSteps).where(eq(setupSteps.name, name))
