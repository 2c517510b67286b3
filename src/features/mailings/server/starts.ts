import { and, asc, desc, eq, gt, isNull } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { coachingSessions } from '#db/schema/coaching.ts'
import { courses } from '#db/schema/courses.ts'
import { formatSessionIn, zoneName } from '#src/lib/dates/zoned-time.ts'
import { escapeHtml } from '#src/lib/text/html.ts'
import type { MailingChoices } from '../choices.ts'
import type { starts } from '../contract.ts'

export type Start = (typeof starts)[number]

export interface StartText {
	subject: string
	content: string
}

/** Maximum of courses and of sessions to choose from, the newest and the next. */
const MOST = 500

const timeOf = ({ scheduledAt, timeZone }: { scheduledAt: Date; timeZone: string }) =>
	`${formatSessionIn(scheduledAt, timeZone)}, ${zoneName(scheduledAt, timeZone)}`

export async function listChoicesFor(now = Date.now()): Promise<MailingChoices> {
	const [ofCourses, ofSessions] = await Promise.all([
		db()
			.select({ id: courses.id, title: courses.title, isPublished: courses.isPublished })
			.from(courses)
			.orderBy(desc(courses.id))
			.limit(MOST),
		db()
			.select({
				id: coachingSessions.id,
				title: coachingSessions.title,
				scheduledAt: coachingSessions.scheduledAt,
				timeZone: coachingSessions.timeZone,
			})
			.from(coachingSessions)
			.where(and(isNull(coachingSessions.cancelledAt), gt(coachingSessions.scheduledAt, new Date(now))))
			.orderBy(asc(coachingSessions.scheduledAt))
			.limit(MOST),
	])
	return {
		courses: ofCourses,
		sessions: ofSessions.map((row) => ({ id: row.id, title: row.title, when: timeOf(row) })),
	}
}

const paragraph = (words: string) => `<p>${escapeHtml(words).replaceAll(/\r?\n/g, '<br />')}</p>`
const paragraphs = (words: string) =>
	words
		.split(/\n{2,}/)
		.map((part) => part.trim())
		.filter(Boolean)
		.map(paragraph)
		.join('')

async function ofCourse(id: string): Promise<StartText | undefined> {
	const [course] = await db().select().from(courses).where(eq(courses.id, id))
	if (!course) return undefined
	return {
		subject: `New course: ${course.title}`,
		content: `<p>There is a new course for you: <strong>${escapeHtml(course.title)}</strong>.</p>${paragraphs(course.description)}<p><a href="/courses/${course.id}">Open the course</a></p>`,
	}
}

async function ofSession(id: string, isMoved: boolean): Promise<StartText | undefined> {
	const [session] = await db()
		.select()
		.from(coachingSessions)
		.where(and(eq(coachingSessions.id, id), isNull(coachingSessions.cancelledAt)))
	if (!session) return undefined
	const title = `<strong>${escapeHtml(session.title)}</strong>`
	const when = escapeHtml(timeOf(session))
	const first = isMoved
		? `<p>The coaching session ${title} has a new time: <strong>${when}</strong>. If you subscribed to our calendar, it updates there too.</p>`
		: `<p>There is a new coaching session: ${title}, on <strong>${when}</strong>.</p>`
	const links = isMoved
		? '<p><a href="/coaching">View it in your time zone</a></p>'
		: '<p><a href="/coaching">View it in your time zone and suggest a topic</a></p>'
	return {
		subject: `${isMoved ? 'Moved' : 'New session'}: ${session.title}`,
		content: first + (session.description ? paragraphs(session.description) : '') + links,
	}
}

/** Returns the initial text of a mailing; undefined if its course or session does not exist. */
export async function textOf(start: Start, subjectId: string | null): Promise<StartText | undefined> {
	if (start === 'note') return { subject: '', content: '' }
	if (!subjectId) return undefined
	const words = start === 'course' ? await ofCourse(subjectId) : await ofSession(subjectId, start === 'movedSession')
	// A title may be longer than a subject allows.
	return words && { ...words, subject: [...words.subject].slice(0, 150).join('').trim() }
}
