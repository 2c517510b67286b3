import { eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { journalEntries } from '#db/schema/modules.ts'
import { users } from '#db/schema/users.ts'
import { composeNotice, getsMails, wantsMails } from '#src/features/notifications/server/compose.ts'
import { notifyMember } from '#src/features/notifications/server/notify.ts'
import { unsubscribeToken } from '#src/features/notifications/server/unsubscribe-tokens.ts'
import { isolate } from '#src/lib/direction.ts'
import { newId } from '#src/lib/ids.ts'
import { env } from '#src/platform/env/env.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'

interface AnsweredEntry {
	id: string
	userId: string
	moduleId: string
	moduleTitle: string
	courseId: string
	courseTitle: string
}

/**
 * Returns statements that notify the member of feedback. Run them before the statement that writes the feedback. Only
 * the first feedback on a waiting entry notifies: later edits do not, nor does feedback on the admin's own entry. The
 * email quotes neither the entry nor the feedback, because a journal is private and email is not.
 * @param condition condition on the entry under which the feedback is written.
 */
export async function feedbackNotice(entry: AnsweredEntry, actorId: string, condition = sql`1`) {
	const [reader] = await db()
		.select({ name: users.name, email: users.email })
		.from(users)
		.where(eq(users.id, entry.userId))
	if (!reader || entry.userId === actorId) return []
	const isNew = sql`exists (select 1 from ${journalEntries} where id = ${entry.id} and ${condition}
		and (is_waiting = 1 or instructor_feedback is null))`
	// If the member cannot open the course, the link would lead to a 404.
	const canRead = sql`exists (select 1 from ${users} u where u.id = ${entry.userId} and ${getsMails(sql`u`)} and (u.role = 'admin'
		or exists (select 1 from ${courses} where id = ${entry.courseId} and is_published = 1)))`
	const when = sql`${isNew} and ${canRead} and ${wantsMails(entry.userId, 'feedback')}`
	const { token, row } = unsubscribeToken(entry.userId, 'feedback', { when })
	const mail = composeNotice({
		to: reader.email,
		name: reader.name,
		subject: `Feedback on your journal: ${isolate(entry.moduleTitle)}`,
		blocks: [
			{
				kind: 'text',
				text: `An instructor gave you feedback on your journal in “${isolate(entry.moduleTitle)}”, in the course “${isolate(entry.courseTitle)}”. Your journal is private, so this email does not include the feedback.`,
			},
			{
				kind: 'button',
				label: 'Read the feedback',
				href: `${env().publicUrl}/courses/${entry.courseId}#module-${entry.moduleId}`,
			},
		],
		unsubscribe: { token, what: 'emails about journal feedback' },
	})
	return [
		row,
		enqueueMail(mail, { id: `feedback-${newId()}`, when }),
		notifyMember(entry.userId, { kind: 'feedback', subjectId: entry.id }, isNew),
	]
}
