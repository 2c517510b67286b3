import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { cleCredits } from '#db/schema/cle.ts'
import { newId } from '#src/lib/ids.ts'

/** Adds a credit from one of the club's certificates. The admission must already have a credit, which is copied. */
export async function addClubCredit(admissionId: string, overrides: Partial<typeof cleCredits.$inferInsert> = {}) {
	const [row] = await db().select().from(cleCredits).where(eq(cleCredits.admissionId, admissionId)).limit(1)
	if (!row) throw new Error('No credit')
	const ours = {
		...row,
		...{ id: newId(), source: 'ours' as const, activityId: 'an-activity', title: 'Our programme' },
		...{ accreditation: 'NY-1234', certificateNumber: 'CERT0000NUMBER00', ...overrides },
	}
	await db().insert(cleCredits).values(ours)
	return ours
}
