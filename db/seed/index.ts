import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { users } from '#db/schema/index.ts'
import { createAccount } from '#src/features/users/server/accounts.ts'
import { demoAccounts, demoDomain, demoPassword } from './accounts.ts'
import { seedCoaching } from './coaching.ts'
import { seedDemoCourses } from './courses/index.ts'
import { seedApplications } from './membership.ts'
import { seedQuestionsAndAnswers } from './questions.ts'

/**
 * Fills the database with a believable demonstration club. Does nothing where it is already there, so that it can
 * run at every start. Names are invented.
 * @returns whether anything was written.
 */
export async function seedDemo(): Promise<boolean> {
	const [known] = await db().select({ id: users.id }).from(users).where(eq(users.emailKey, demoAccounts.admin.email))
	if (known) return false
	const admin = await createAccount({ ...demoAccounts.admin, password: demoPassword })
	const member = await createAccount({ ...demoAccounts.member, password: demoPassword })
	await createAccount({
		name: 'Ines Calloway',
		email: `inactive@${demoDomain}`,
		password: demoPassword,
		role: 'user',
		status: 'inactive',
	})
	await seedApplications()
	await seedDemoCourses({ adminId: admin.id, memberId: member.id })
	await seedQuestionsAndAnswers()
	await seedCoaching()
	return true
}
