import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import { demoDomain } from '#src/app/demo-domain.ts'
import { demoAccounts } from './accounts.ts'
import { seedApplications } from './applications.ts'
import { seedCoaching } from './coaching.ts'
import { seedDemoCourses } from './courses/index.ts'
import { createDemoAccount } from './demo-account.ts'
import { seedQuestionsAndAnswers } from './questions.ts'
import { seedSettings } from './settings.ts'

/**
 * Fills the database with a believable demonstration club. Idempotent, so it can run at every start. All names are
 * invented.
 * @returns whether anything was written.
 */
export async function seedDemo(): Promise<boolean> {
	const [existing] = await db().select({ id: users.id }).from(users).where(eq(users.emailKey, demoAccounts.admin.email))
	if (existing) return false
	const admin = await createDemoAccount(demoAccounts.admin)
	const member = await createDemoAccount(demoAccounts.member)
	// This member joined months ago, so hide the welcome steps.
	await db().update(users).set({ welcomeHiddenAt: member.createdAt }).where(eq(users.id, member.id))
	await createDemoAccount({
		name: 'Ines Calloway',
		email: `inactive@${demoDomain}`,
		role: 'user',
		status: 'inactive',
	})
	await seedApplications()
	await seedDemoCourses({ adminId: admin.id, memberId: member.id })
	await seedQuestionsAndAnswers()
	await seedCoaching()
	await seedSettings()
	return true
}
