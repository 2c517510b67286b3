import { readFileSync } from 'node:fs'
import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Course } from '#src/features/courses/contract.ts'
import {
	demoPublicCourses,
	type PublicCourse,
	readCatalogue,
	readPublicCourse,
} from '#src/features/courses/server/public-pages.ts'
import type { PodcastPage } from '#src/features/podcast/contract.ts'
import { demoHomePodcast } from '#src/features/podcast/server/service.ts'
import { exportCourses, readCourses, writeCourses } from './course-snapshot.ts'
import { homeData } from './pages.ts'

/** All that public pages show: what the build pre-renders them from, without opening the database. */
export interface Snapshot {
	podcast: PodcastPage
	/** The published ones, newest first. Their modules lie in files of their own, see course-snapshot.ts. */
	courses: Course[]
}

/** Set by the build for its own process: the file that pages are pre-rendered from. */
export const SNAPSHOT_VARIABLE = 'CONTENT_SNAPSHOT'

const snapshotFile = (dataDir: string) => join(dataDir, 'snapshot.json')

async function writeAtomically(file: string, content: string): Promise<void> {
	await mkdir(dirname(file), { recursive: true })
	await writeFile(`${file}.new`, content)
	await rename(`${file}.new`, file)
}

const currentSnapshot = async (): Promise<Snapshot> => ({
	podcast: await homeData(),
	courses: await readCatalogue(),
})

/** One export at a time: a change that comes meanwhile is written by one more round. */
let exporting: Promise<void> | undefined
let again = false

async function writeSnapshot(dataDir: string): Promise<void> {
	do {
		again = false
		// The courses first: whoever reads the list finds the files that it names.
		await exportCourses(snapshotFile(dataDir))
		await writeAtomically(snapshotFile(dataDir), JSON.stringify(await currentSnapshot()))
	} while (again)
}

/** Writes the snapshot beside the database. Only the process that owns the database can. */
export function exportSnapshot(dataDir: string): Promise<void> {
	again = true
	exporting ??= writeSnapshot(dataDir).finally(() => {
		exporting = undefined
	})
	return exporting
}

/**
 * The snapshot file for a build: the server's last export, or the demonstration content where there is none yet.
 * @returns its path.
 */
export async function prepareSnapshot(dataDir: string): Promise<string> {
	const file = snapshotFile(dataDir)
	const exists = await stat(file).catch(() => undefined)
	if (exists) return file
	const demo = join(dataDir, 'snapshot.demo.json')
	const courses = demoPublicCourses()
	await mkdir(dataDir, { recursive: true })
	await writeCourses(demo, courses)
	const content: Snapshot = { podcast: await demoHomePodcast(), courses: courses.map(({ course }) => course) }
	await writeAtomically(demo, JSON.stringify(content))
	return demo
}

/** What a page is pre-rendered from: the build's file, or in development the database itself. */
export async function snapshot(): Promise<Snapshot> {
	const file = process.env[SNAPSHOT_VARIABLE]
	return file ? (JSON.parse(readFileSync(file, 'utf8')) as Snapshot) : currentSnapshot()
}

/** Every published course with its modules, for the pages that are pre-rendered. */
export async function snapshotCourses(): Promise<PublicCourse[]> {
	const { courses } = await snapshot()
	const file = process.env[SNAPSHOT_VARIABLE]
	if (file) return readCourses(file, courses)
	const found = await Promise.all(courses.map(({ id }) => readPublicCourse(id)))
	return found.filter((data) => data !== undefined)
}
