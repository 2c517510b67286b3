import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { setupSteps } from '#db/schema/operations.ts'

/** Returns whether a one-time setup step of this database is done. */
export async function isStepDone(name: string): Promise<boolean> {
	const [row] = await db().select({ name: setupSteps.name }).from(setupSteps).where(eq(setupSteps.name, name))
	return row !== undefined
}

/** Returns the statement that marks a step as done. Idempotent. */
export const markStep = (name: string) =>
	db().insert(setupSteps).values({ name, doneAt: new Date() }).onConflictDoNothing()

/** Returns the statement that removes the mark. */
export const unmarkStep = (name: string) => db().delete(setupSteps).where(eq(setupSteps.name, name))
