import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { setupSteps } from '#db/schema/operations.ts'

/** Whether something that is done once in the life of a database was done. */
export async function isStepDone(name: string): Promise<boolean> {
	const [row] = await db().select({ name: setupSteps.name }).from(setupSteps).where(eq(setupSteps.name, name))
	return row !== undefined
}

/** The statement that says so from now on; twice is once. */
export const markStep = (name: string) =>
	db().insert(setupSteps).values({ name, doneAt: new Date() }).onConflictDoNothing()

/** The statement that takes it back. */
export const unmarkStep = (name: string) => db().delete(setupSteps).where(eq(setupSteps.name, name))
