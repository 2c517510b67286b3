import { db } from '#db/client.ts'
import { type CourseRow, courses, enrollments } from '#db/schema/courses.ts'
import { comments } from '#db/schema/discussion.ts'
import { journalEntries, type ModuleRow, moduleProgress, modules } from '#db/schema/modules.ts'
import { write } from '#db/write.ts'
import { chooseSlug } from '#src/features/course-access/server/slugs.ts'
import { publishCourse } from '#src/features/modules/server/service.ts'
import { checkData } from '#src/features/modules/types/registry.ts'
import { sanitizeContent } from '#src/features/rich-text/server/sanitize.ts'
import { readCourse, type SeedCourse } from './read-course.ts'

const COURSES = ['client-intake', 'trust-accounting', 'pricing', 'marketing', 'time', 'hiring']
const INTAKE_ID = '005-client-intake'
const PRICING_ID = '003-pricing'

function moduleRow(course: SeedCourse, module: SeedCourse['modules'][number], orderIndex: number): ModuleRow {
	const checked = checkData(module.type, module.data)
	if ('issues' in checked) throw new Error(`${course.id} ${module.slug}: ${checked.issues[0]?.message}`)
	const at = new Date(course.createdAt)
	return {
		id: `${course.id}-${module.slug}`,
		courseId: course.id,
		title: module.title,
		description: module.description,
		type: module.type,
		content: sanitizeContent(module.content),
		orderIndex,
		additionalContent: checked.json,
		createdAt: at,
		updatedAt: at,
		version: 1,
		...{ availableFrom: null, availableAfterDays: null, isOpen: true },
	}
}

/** Returns the demonstration courses as rows, for the database and for a build without a database. */
export function demoCourseRows(): Array<{ course: CourseRow; modules: ModuleRow[] }> {
	return COURSES.map(readCourse).map(({ modules: seedModules, ...course }) => {
		const at = new Date(course.createdAt)
		return {
			course: {
				...{ ...course, imageUrl: null, createdAt: at, updatedAt: at, version: 1 },
				...{ membersOnly: false, publishAt: null, unpublishAt: null, publishRefusal: null },
			},
			modules: seedModules.map((module, index) => moduleRow({ ...course, modules: seedModules }, module, index)),
		}
	})
}

const at = (text: string) => new Date(text)

const intakeModule = (slug: string) => `${INTAKE_ID}-${slug}`

const demoComments = (adminId: string, memberId: string): Array<typeof comments.$inferInsert> => [
	{
		id: '00seed0000000comment1',
		moduleId: intakeModule('who-is-calling'),
		userId: adminId,
		parentId: null,
		content: 'Post your own opening sentence below. The best ones are short and a little boring.',
		isPinned: true,
		createdAt: at('2026-11-01T14:12:00Z'),
	},
	{
		id: '00seed0000000comment2',
		moduleId: intakeModule('who-is-calling'),
		userId: memberId,
		parentId: null,
		content: 'Mine: “Before you tell me anything, let me make sure I am allowed to hear it.” Nobody has minded so far.',
		isPinned: false,
		createdAt: at('2026-11-03T20:15:00Z'),
	},
	{
		id: '00seed0000000comment3',
		moduleId: intakeModule('who-is-calling'),
		userId: adminId,
		parentId: '00seed0000000comment2',
		content: 'That is a keeper. I am taking it.',
		isPinned: false,
		createdAt: at('2026-11-04T13:02:00Z'),
	},
]

const demoEntry = (memberId: string): typeof journalEntries.$inferInsert => ({
	id: '00seed0000000journal1',
	userId: memberId,
	moduleId: `${PRICING_ID}-your-floor`,
	courseId: PRICING_ID,
	content:
		'My floor is higher than what I charge for uncontested matters. From January the flat fee goes up by a fifth, and I will say so in the first call.',
	instructorFeedback: null,
	isWaiting: true,
	createdAt: at('2026-11-12T21:30:00Z'),
	updatedAt: at('2026-11-12T21:30:00Z'),
	feedbackAt: null,
})

/** Seeds the demonstration courses with some member activity. */
export async function seedDemoCourses(people: { adminId: string; memberId: string }): Promise<void> {
	const { adminId, memberId } = people
	const rows = demoCourseRows()
	const enrolled = [
		{ userId: memberId, courseId: INTAKE_ID, createdAt: at('2026-11-02T18:20:00Z') },
		{ userId: memberId, courseId: PRICING_ID, createdAt: at('2026-11-09T19:05:00Z') },
	]
	const done = (slug: string, when: string) => ({
		userId: memberId,
		moduleId: intakeModule(slug),
		isCompleted: true,
		updatedAt: at(when),
	})
	await write(
		db()
			.insert(courses)
			.values(rows.map(({ course }) => course)),
		db()
			.insert(modules)
			.values(rows.flatMap((row) => row.modules)),
		db().insert(enrollments).values(enrolled),
		db()
			.insert(moduleProgress)
			.values([done('who-is-calling', '2026-11-03T20:11:00Z'), done('fifteen-minute-call', '2026-11-05T21:40:00Z')]),
		db().insert(comments).values(demoComments(adminId, memberId)),
		db().insert(journalEntries).values(demoEntry(memberId)),
		...rows.flatMap(({ course }) => chooseSlug(course.id, course.title)),
		// This only queues the pages; the dates of the rows above stay the same.
		...rows.flatMap(({ course }) => publishCourse(course.id, { now: course.updatedAt })),
	)
}
