import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { applicationDecisions } from '#db/schema/applications.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { demoDomain } from '#src/app/demo-domain.ts'
import { newId } from '#src/lib/ids.ts'
import { demoAccounts } from './accounts.ts'
import { createDemoAccount } from './demo-account.ts'

type Status = 'pending' | 'approved' | 'rejected'

const DAY_MS = 24 * 60 * 60_000

const applicants: ReadonlyArray<{
	name: string
	email: string
	status: Status
	daysAgo: number
	phoneNumber: string
	firmName?: string
	practiceAreas?: string
	yearsOfExperience?: string
	membershipGoals: string
}> = [
	{
		name: 'Peter Lindqvist',
		email: `applicant@${demoDomain}`,
		status: 'pending',
		daysAgo: 1,
		phoneNumber: '+1 555 010 4417',
		firmName: 'Lindqvist Law',
		practiceAreas: 'Estate planning, probate',
		yearsOfExperience: '6-10',
		membershipGoals: 'I left a firm of forty last spring. I miss having somebody to ask before I send the letter.',
	},
	{
		name: 'Noor Haddad',
		email: `noor.haddad@${demoDomain}`,
		status: 'pending',
		daysAgo: 3,
		phoneNumber: '+1 555 010 2284',
		practiceAreas: 'Immigration',
		yearsOfExperience: '0-2',
		membershipGoals: 'Help with pricing and with saying no. And a group that knows what a trial week alone feels like.',
	},
	{
		name: 'Caleb Thornton',
		email: `caleb.thornton@${demoDomain}`,
		status: 'approved',
		daysAgo: 20,
		phoneNumber: '+1 555 010 9902',
		firmName: 'Thornton Defense',
		practiceAreas: 'Criminal defense',
		yearsOfExperience: '11-20',
		membershipGoals: 'Systems. My calendar lives in my head and my head is full.',
	},
	{
		name: 'Gale Pritchard',
		email: `gale.pritchard@${demoDomain}`,
		status: 'rejected',
		daysAgo: 34,
		phoneNumber: '+1 555 010 7731',
		firmName: 'Pritchard Legal Marketing',
		membershipGoals: 'I would like to offer my services to your members.',
	},
]

export async function seedApplications(): Promise<void> {
	for (const { name, email, status, daysAgo, ...fields } of applicants) {
		const { id } = await createDemoAccount({
			name,
			email,
			role: 'user',
			status: status === 'approved' ? 'active' : 'inactive',
			applicationStatus: status,
		})
		const applicationDate = new Date(Date.now() - daysAgo * DAY_MS)
		await db()
			.update(users)
			.set({ ...fields, applicationDate })
			.where(eq(users.id, id))
		if (status === 'pending') continue
		await write(
			db()
				.insert(applicationDecisions)
				.values({
					userId: id,
					id: newId(),
					decision: status,
					decidedAt: new Date(applicationDate.getTime() + DAY_MS),
					decidedBy: demoAccounts.admin.name,
				}),
		)
	}
}
