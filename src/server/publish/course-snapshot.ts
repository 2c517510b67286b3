import { readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Course } from '#src/features/courses/contract.ts'
import { type PublicCourse, publishedVersions, readPublicCourse } from '#src/features/courses/server/public-pages.ts'

/** The folder beside a snapshot file that holds one file per course, so that a change of one writes one. */
const folderOf = (snapshotFile: string) => snapshotFile.replace(/\.json$/, '-courses')
const fileOf = (snapshotFile: string, id: string) => join(folderOf(snapshotFile), `${encodeURIComponent(id)}.json`)

async function writeCourse(snapshotFile: string, data: PublicCourse): Promise<void> {
	const file = fileOf(snapshotFile, data.course.id)
	await writeFile(`${file}.new`, JSON.stringify(data))
	await rename(`${file}.new`, file)
}

/** Writes these courses, and nothing else, beside `snapshotFile`. */
export async function writeCourses(snapshotFile: string, all: readonly PublicCourse[]): Promise<void> {
	await rm(folderOf(snapshotFile), { recursive: true, force: true })
	await mkdir(folderOf(snapshotFile), { recursive: true })
	for (const data of all) await writeCourse(snapshotFile, data)
}

/** Versions of what lies in the folder, as this process wrote it. Unknown after a start: then all is written once. */
const written = new Map<string, string>()

/** Brings the folder beside `snapshotFile` up to the database: writes what changed, removes what is gone. */
export async function exportCourses(snapshotFile: string): Promise<void> {
	await mkdir(folderOf(snapshotFile), { recursive: true })
	const versions = new Map((await publishedVersions()).map(({ id, updatedAt }) => [id, updatedAt.toISOString()]))
	for (const [id, version] of versions) {
		if (written.get(`${snapshotFile} ${id}`) === version) continue
		const data = await readPublicCourse(id)
		if (!data) continue
		await writeCourse(snapshotFile, data)
		written.set(`${snapshotFile} ${id}`, data.course.updatedAt)
	}
	for (const name of await readdir(folderOf(snapshotFile))) {
		const id = decodeURIComponent(name.replace(/\.json(\.new)?$/, ''))
		if (!versions.has(id)) {
			await rm(join(folderOf(snapshotFile), name), { force: true })
			written.delete(`${snapshotFile} ${id}`)
		}
	}
}

function readCourse(snapshotFile: string, id: string): PublicCourse | undefined {
	try {
		return JSON.parse(readFileSync(fileOf(snapshotFile, id), 'utf8')) as PublicCourse
	} catch {
		// Unpublished while the snapshot was being written: the list is a moment older than the files.
		return undefined
	}
}

/** The pages' data of the courses of a snapshot. */
export const readCourses = (snapshotFile: string, courses: readonly Course[]): PublicCourse[] =>
	courses.map(({ id }) => readCourse(snapshotFile, id)).filter((data) => data !== undefined)
