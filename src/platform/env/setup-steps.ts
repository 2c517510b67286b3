import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { setupSteps } from '#db/schema/operations.ts'

export async function isStepDone(name: string): Promise<boolean> {
	const [row] = await db().select({ name: setupSteps.name }).from(setupSteps).where(eq(setupSteps.name, name))
	return row !== undefined
}

export const markStep = (name: string) =>
	db().insert(setupSteps).values({ name, doneAt: new Date() }).onConflictDoNothing()

export const unmarkStep = (name: string) => db().delete(setupSteps).where(eq(setupSteps.name, name))
