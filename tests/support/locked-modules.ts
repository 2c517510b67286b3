import { afterEach, beforeEach, vi } from 'vitest'
import { contentsOf, kinds, publicPages } from '#src/app/public-pages/all.ts'
import { type CourseModule, listModules } from '#src/features/modules/contract.ts'
import { callApi, createPrincipals, type Principal, type PrincipalName } from './api/api.ts'
import { freshDatabase, type TestDatabase } from './api/database.ts'
import { makeModule } from './courses.ts'

const DAY = 86_400_000

let database: TestDatabase
/** Whoever may call, by what they are. */
export let as: Record<PrincipalName, Principal>

/** For each test a club of its own, whose clock a test can set. */
export function setUpLockedModules(): void {
	beforeEach(async () => {
		database = await freshDatabase()
		// The driver has timers of its own.
		vi.useFakeTimers({ toFake: ['Date'] })
		as = await createPrincipals()
	})
	afterEach(async () => {
		vi.useRealTimers()
		await database.discard()
	})
}

/** Signs everybody in again, where the clock was set to before they did. */
export async function signInAgain(): Promise<void> {
	as = await createPrincipals()
}

export const jump = (ms: number) => vi.setSystemTime(Date.now() + ms)
export const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

/** The modules of a course, as somebody gets them. */
export const modulesFor = async (who: PrincipalName, id: string) =>
	(await callApi(listModules, { as: as[who], params: { id } })).json as CourseModule[]

/** A module of each type with `word` wherever something can be written but in its title. */
export async function makeOfEachType(courseId: string, word: string, opening: object): Promise<CourseModule[]> {
	const text = {
		title: 'To come',
		description: `About ${word} and more`,
		content: `<p>${word} is what it is about</p>`,
	}
	const types: Record<string, object> = {
		text: {},
		quiz: { questions: [{ question: `What is ${word}?`, options: [`${word} one`, 'Two'], correctAnswer: 0 }] },
		video: { videoUrl: `https://video.example/${word}.mp4`, transcript: `We speak of ${word}` },
		journal: { prompt: `Write of ${word}`, guidelines: `Not only ${word}` },
	}
	const made: CourseModule[] = []
	for (const [type, additionalContent] of Object.entries(types))
		made.push(await makeModule(as.admin, courseId, { ...text, type, additionalContent, ...opening }))
	return made
}

/** All that public pages are made of: the publisher has nothing else, and nor has a build. */
export async function pageContents(): Promise<string> {
	const paths = (await publicPages()).map(({ path }) => path)
	const parts: unknown[] = [[...(await contentsOf(paths))]]
	for (const kind of kinds) {
		parts.push(await kind.content?.current())
		const versions = (await kind.files?.versions()) ?? []
		parts.push([...((await kind.files?.current(versions.map(({ id }) => id))) ?? [])])
	}
	return JSON.stringify(parts)
}
