import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { type Course, course } from '#src/features/courses/contract.ts'
import {
	demoPublicCourses,
	type PublicCourse,
	readCatalogue,
	readPublicCourse,
} from '#src/features/courses/server/public-pages.ts'
import { type PodcastPage, podcast } from '#src/features/podcast/contract.ts'
import { demoHomePodcast } from '#src/features/podcast/server/service.ts'
import { site } from '#src/lib/site.ts'
import { env } from '../env.ts'
import { exportCourses, readCourses, writeCourses } from './course-snapshot.ts'
import { homeData } from './pages.ts'

interface Content<T> {
	/** What a file must have. */
	schema: z.ZodType<T>
	/** What the database has now. */
	current(): Promise<T>
	/** What a demonstration shows; it needs no database. */
	demo(): Promise<T>
	/** What a new site in production shows. */
	empty: T
}

const text = z.string().nullable()
const home: Content<PodcastPage> = {
	schema: z.object({ ...podcast.shape, author: text, link: text, feedUrl: text }),
	current: homeData,
	demo: demoHomePodcast,
	empty: { title: site.name, description: '', image: null, episodes: [], author: null, link: null, feedUrl: null },
}

/** The published courses, newest first. Their modules lie in files of their own, see course-snapshot.ts. */
const courses: Content<Course[]> = {
	schema: z.array(z.object({ ...course.shape })),
	current: readCatalogue,
	demo: async () => demoPublicCourses().map((data) => data.course),
	empty: [],
}

/** Everything that public pages show. A new kind of content is a line here. */
const contents = {
	podcast: home,
	courses,
}

type Contents = typeof contents

/** All that public pages show: what the build pre-renders them from, without opening the database. */
export type Snapshot = { [Key in keyof Contents]: z.output<Contents[Key]['schema']> }

/** Set by the build for its own process: the file that pages are pre-rendered from. */
export const SNAPSHOT_VARIABLE = 'CONTENT_SNAPSHOT'

const snapshotFile = (dataDir: string) => join(dataDir, 'snapshot.json')

/** A snapshot of what `take` gives for each kind of content. */
async function collect(take: (content: Content<unknown>, key: string) => Promise<unknown>): Promise<Snapshot> {
	const pairs = Object.entries(contents).map(async ([key, content]) => [key, await take(content, key)] as const)
	return Object.fromEntries(await Promise.all(pairs)) as Snapshot
}

const currentSnapshot = () => collect((content) => content.current())

async function writeAtomically(file: string, content: string): Promise<void> {
	await mkdir(dirname(file), { recursive: true, mode: 0o700 })
	// A name of its own: of two writers at once neither gets half of the other's.
	const unfinished = `${file}.new-${randomUUID()}`
	try {
		await writeFile(unfinished, content)
		await rename(unfinished, file)
	} catch (error) {
		await rm(unfinished, { force: true })
		throw error
	}
}

let lastExport: Promise<void> = Promise.resolve()

/**
 * Writes the snapshot beside the database. Only the process that owns the database can. Exports that overlap run
 * one after the other, so that the file ends with what the last one found.
 */
export function exportSnapshot(dataDir: string): Promise<void> {
	const file = snapshotFile(dataDir)
	const turn = lastExport.then(async () => {
		// The courses first: whoever reads the list finds the files that it names.
		await exportCourses(file)
		await writeAtomically(file, JSON.stringify(await currentSnapshot()))
	})
	lastExport = turn.catch(() => undefined)
	return turn
}

/** The keys of the snapshot in `file`; none where there is no file, or it is not whole. */
async function readKeys(file: string): Promise<Record<string, unknown>> {
	try {
		return z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(file, 'utf8')))
	} catch {
		return {}
	}
}

/**
 * The snapshot file for a build: the server's last export. What that lacks (there is none yet, or a former release
 * wrote it) is filled with demonstration content, in production with none.
 * @returns its path.
 */
export async function prepareSnapshot(dataDir: string): Promise<string> {
	const file = snapshotFile(dataDir)
	const known = await readKeys(file)
	let isWhole = true
	const filled = await collect(async ({ schema, demo, empty }, key) => {
		const parsed = schema.safeParse(known[key])
		if (parsed.success) return parsed.data
		isWhole = false
		return env().production ? empty : demo()
	})
	if (isWhole) return file
	const completed = join(dataDir, 'snapshot.build.json')
	const isDemo = !env().production && !courses.schema.safeParse(known.courses).success
	await writeCourses(completed, isDemo ? demoPublicCourses() : readCourses(file, filled.courses))
	await writeAtomically(completed, JSON.stringify(filled))
	return completed
}

/**
 * What a page is pre-rendered from: the build's file, or in development the database itself.
 * @throws where the file is not as `prepareSnapshot` leaves it.
 */
export async function snapshot(): Promise<Snapshot> {
	const file = process.env[SNAPSHOT_VARIABLE]
	if (!file) return currentSnapshot()
	const known = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')))
	return collect(async ({ schema }, key) => schema.parse(known[key]))
}

/** Every published course with its modules, for the pages that are pre-rendered. */
export async function snapshotCourses(): Promise<PublicCourse[]> {
	const { courses: listed } = await snapshot()
	const file = process.env[SNAPSHOT_VARIABLE]
	if (file) return readCourses(file, listed)
	const found = await Promise.all(listed.map(({ id }) => readPublicCourse(id)))
	return found.filter((data) => data !== undefined)
}
