import { afterEach, beforeEach, vi } from 'vitest'
import { contentsOf, kinds, publicPages } from '#src/app/public-pages/all.ts'
import { type CourseModule, listModules } from '#src/features/modules/contract.ts'
import { callApi, createPrincipals, type Principal, type PrincipalName } from '../api/api.ts'
import { freshDatabase, type TestDatabase } from '../api/database.ts'
import { makeModule } from './courses.ts'

const DAY = 86_400_000

let database: TestDatabase
/** Callers by kind. */
export let as: Record<PrincipalName, Principal>

/** Sets up a separate club for each test, with a clock that the test can set. */
export function setUpLockedModules(): void {
	beforeEach(async () => {
		database = await freshDatabase()
		// Fakes only the date, because the driver uses real timers.
		vi.useFakeTimers({ toFake: ['Date'] })
		as = await createPrincipals()
	})
	afterEach(async () => {
		vi.useRealTimers()
		await database.discard()
	})
}

/** Signs all callers in again after the clock was set back. */
export async function signInAgain(): Promise<void> {
	as = await createPrincipals()
}

export const jump = (ms: number) => vi.setSystemTime(Date.now() + ms)
export const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

/** Fetches a course's modules as this caller. */
export const modulesFor = async (who: PrincipalName, id: string) =>
	(await callApi(listModules, { as: as[who], params: { id } })).json as CourseModule[]

/** Creates a module of each type with `word` in every text field except the title. */
export async function makeOfEachType(courseId: string, word: string, opening: object): Promise<CourseModule[]> {
	const text = {
		title: 'To come',
		description: `About ${word} and more`,
		content: `<p>${word} is what it is about</p>`,
	}
	const types: Record<string, object> = {
		text: {},
		quiz: {
			questions: [
				{
					...{ question: `What is ${word}?`, options: [`${word} one`, 'Two'], correctAnswer: 0 },
					...{ why: `${word} is why`, readAgain: `${word} is what it is about` },
				},
			],
		},
		video: { videoUrl: `https://video.example/${word}.mp4`, transcript: `We speak of ${word}` },
		journal: { prompt: `Write of ${word}`, guidelines: `Not only ${word}` },
	}
	const modules: CourseModule[] = []
	for (const [type, additionalContent] of Object.entries(types))
		modules.push(await makeModule(as.admin, courseId, { ...text, type, additionalContent, ...opening }))
	return modules
}

/** Returns the content of all public pages, as the publisher and the build receive it. */
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
