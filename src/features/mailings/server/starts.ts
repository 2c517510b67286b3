import { and, asc, desc, eq, gt, isNull } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { coachingSessions } from '#db/schema/coaching.ts'
import { courses } from '#db/schema/courses.ts'
import { formatSessionWithZone } from '#src/lib/dates/zoned-time.ts'
import { escapeHtml } from '#src/lib/text/html.ts'
import type { MailingChoices } from '../choices.ts'
import type { starts } from '../contract.ts'

export type Start = (typeof starts)[number]

export interface StartText {
	subject: string
	content: string
}

/** Maximum number of courses to choose from (the newest), and of sessions (the next ones). */
const MAX = 500

const timeOf = ({ scheduledAt, timeZone }: { scheduledAt: Date; timeZone: string }) =>
	formatSessionWithZone(scheduledAt, timeZone)

export async function listChoicesFor(now = Date.now()): Promise<MailingChoices> {
	const [ofCourses, ofSessions] = await Promise.all([
		db()
			.select({ id: courses.id, title: courses.title, isPublished: courses.isPublished })
			.from(courses)
			.orderBy(desc(courses.id))
			.limit(MAX),
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
			.limit(MAX),
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

type SessionRow = typeof coachingSessions.$inferSelect
type SessionStart = Extract<Start, `${string}ession`>

const sessionTexts: Readonly<
	Record<SessionStart, { subject: string; first(title: string, when: string): string; many: string }>
> = {
	session: {
		subject: 'New session',
		first: (title, when) => `There is a new coaching session: ${title}, on ${when}.`,
		many: 'All dates:',
	},
	movedSession: {
		subject: 'Moved',
		first: (title, when) =>
			`The coaching session ${title} has a new time: ${when}. If you subscribed to our calendar, it updates there too.`,
		many: 'The later sessions have new times too:',
	},
	cancelledSession: {
		subject: 'Called off',
		first: (title, when) =>
			`The coaching session ${title} on ${when} is cancelled. If you subscribed to our calendar, it is cancelled there too.`,
		many: 'The later sessions are cancelled too:',
	},
}

/** Reads the later sessions of a series. If this one was canceled, reads only those canceled together with it. */
const laterSessions = ({ seriesId, scheduledAt, cancelledAt }: SessionRow): Promise<SessionRow[]> =>
	db()
		.select()
		.from(coachingSessions)
		.where(
			and(
				eq(coachingSessions.seriesId, seriesId ?? ''),
				gt(coachingSessions.scheduledAt, scheduledAt),
				cancelledAt ? eq(coachingSessions.cancelledAt, cancelledAt) : isNull(coachingSessions.cancelledAt),
			),
		)
		.orderBy(asc(coachingSessions.scheduledAt))

/** Links to the session's calendar file, which updates or removes an entry that a member downloaded. */
const calendarLink = (id: string, label: string) =>
	`<p><a href="/api/coaching/sessions/${id}/calendar">${label}</a></p>`
const pageLink = (label: string) => `<p><a href="/coaching">${label}</a></p>`

function linksOf(start: SessionStart, id: string): string {
	if (start === 'session') return pageLink('View it in your time zone and suggest a topic')
	if (start === 'cancelledSession') return calendarLink(id, 'Remove it from your calendar')
	return pageLink('View it in your time zone') + calendarLink(id, 'Update it in your calendar')
}

async function ofSession(start: SessionStart, id: string, isSeries: boolean): Promise<StartText | undefined> {
	const [session] = await db().select().from(coachingSessions).where(eq(coachingSessions.id, id))
	if (!session || (session.cancelledAt !== null) !== (start === 'cancelledSession')) return undefined
	const { subject, first, many } = sessionTexts[start]
	const strong = (words: string) => `<strong>${escapeHtml(words)}</strong>`
	const later = isSeries ? await laterSessions(session) : []
	const dates = (start === 'session' ? [session, ...later] : later).map((one) => `<li>${escapeHtml(timeOf(one))}</li>`)
	const content = [
		`<p>${first(strong(session.title), strong(timeOf(session)))}</p>`,
		later.length > 0 ? `<p>${many}</p><ul>${dates.join('')}</ul>` : '',
		start !== 'cancelledSession' && session.description ? paragraphs(session.description) : '',
		linksOf(start, id),
	]
	return { subject: `${subject}: ${session.title}`, content: content.join('') }
}

/** Returns the initial text of a mailing; undefined if its course or session does not exist. */
export async function textOf(
	start: Start,
	subjectId: string | null,
	isSeries: boolean,
): Promise<StartText | undefined> {
	if (start === 'note') return { subject: '', content: '' }
	if (!subjectId) return undefined
	const words = start === 'course' ? await ofCourse(subjectId) : await ofSession(start, subjectId, isSeries)
	// A title may be longer than a subject allows.
	return words && { ...words, subject: [...words.subject].slice(0, 150).join('').trim() }
}
