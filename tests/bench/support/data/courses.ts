import { openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { courses } from '#db/schema/courses.ts'
import { modules } from '#db/schema/modules.ts'

export const COURSES = 1_000
const MODULES = 20

const WORDS =
	'client fee call letter deadline court trust ledger ask write send name hour price scope week morning answer question calm file judge clerk draft bill honest plain first last careful promise'.split(
		' ',
	)

/** Returns text that compresses like prose: common words in random order. */
export function words(count: number, seed: number): string {
	let state = seed * 2_654_435_761 + 1
	return Array.from({ length: count }, () => {
		state = (state * 1_103_515_245 + 12_345) % 2 ** 31
		return WORDS[state % WORDS.length]
	}).join(' ')
}

/** Returns a course's id by its number. */
export const idOf = (index: number) => `00bench-${String(index).padStart(4, '0')}`

/** Returns the rows of a course and its modules. */
export function rowsOf(index: number) {
	const at = new Date(Date.UTC(2026, 0, 1) + index * 1000)
	const course = {
		id: idOf(index),
		title: `Course ${index}: ${words(4, index)}`,
		description: words(25, index + 7),
		difficulty: (['beginner', 'intermediate', 'advanced'] as const)[index % 3] ?? 'beginner',
		imageUrl: null,
		isPublished: true,
		createdAt: at,
		updatedAt: at,
	}
	const list = Array.from({ length: MODULES }, (_, place) => ({
		id: `${course.id}-${place}`,
		courseId: course.id,
		title: `Module ${place}: ${words(3, index + place)}`,
		description: words(12, index + place),
		type: 'text',
		content: `<h3>${words(3, place)}</h3><p>${words(90, index * 31 + place)}</p><ul><li><strong>${words(8, place)}</strong></li></ul><p>${words(90, index + place)}</p>`,
		orderIndex: place,
		additionalContent: '{}',
		createdAt: at,
		updatedAt: at,
	}))
	return { course, list }
}

/** Creates a database at `file` with the benchmark's courses. */
export async function fillCourses(file: string): Promise<void> {
	const opened = await openDatabase({ url: `file:${file}` })
	await migrateDatabase(opened)
	useDatabase(opened)
	for (let from = 0; from < COURSES; from += 50) {
		const rows = Array.from({ length: 50 }, (_, index) => rowsOf(from + index))
		await opened.db.batch([
			opened.db.insert(courses).values(rows.map(({ course }) => course)),
			opened.db.insert(modules).values(rows.flatMap(({ list }) => list)),
		])
	}
	useDatabase(undefined)
	await opened.close()
}
