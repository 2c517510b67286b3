import type { MonthStatistics, QuizStatistics } from '../contract.ts'

export const DAY_MS = 86_400_000
/** Days without activity in a course after which a member counts as quiet. */
const QUIET_DAYS = 30
const MONTHS = 12

export interface MemberInCourse {
	enrolledAt: number
	/** When each module was completed, in course order; undefined if it was not. */
	completedAt: ReadonlyArray<number | undefined>
	/** When the last place was saved; null if never. */
	placeAt: number | null
}

const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7)

/** Returns the last twelve calendar months, the current one last. */
function lastMonths(now: number): string[] {
	const today = new Date(now)
	return Array.from({ length: MONTHS }, (_, index) =>
		monthOf(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - (MONTHS - 1 - index), 1)),
	)
}

/** Returns the median; null for an empty list. */
export function medianOf(values: number[]): number | null {
	const sorted = values.toSorted((a, b) => a - b)
	const middle = sorted.length / 2
	const upper = sorted[Math.floor(middle)]
	if (upper === undefined) return null
	return Number.isInteger(middle) ? ((sorted[middle - 1] ?? upper) + upper) / 2 : upper
}

export class CourseTally {
	enrolled = 0
	started = 0
	finished = 0
	readonly modules: Array<{ completed: number; standHere: number; quiet: number }>
	readonly #days: number[] = []
	readonly #months: Map<string, MonthStatistics>
	readonly #quietBefore: number

	constructor(moduleCount: number, now: number) {
		this.modules = Array.from({ length: moduleCount }, () => ({ completed: 0, standHere: 0, quiet: 0 }))
		this.#months = new Map(lastMonths(now).map((month) => [month, { month, enrolled: 0, finished: 0 }]))
		this.#quietBefore = now - QUIET_DAYS * DAY_MS
	}

	get months(): MonthStatistics[] {
		return [...this.#months.values()]
	}

	/** Median time to finish in days, rounded to one decimal. */
	get medianDays(): number | null {
		const median = medianOf(this.#days)
		return median === null ? null : Math.round(median * 10) / 10
	}

	add({ enrolledAt, completedAt, placeAt }: MemberInCourse): void {
		this.enrolled++
		const month = this.#months.get(monthOf(enrolledAt))
		if (month) month.enrolled++
		for (const [at, module] of this.modules.entries()) if (completedAt[at] !== undefined) module.completed++
		const times = completedAt.filter((at) => at !== undefined)
		if (times.length === 0 && placeAt === null) return
		this.started++
		if (this.modules.length > 0 && times.length === this.modules.length)
			this.#countFinish(enrolledAt, Math.max(...times))
		else this.#countStop(completedAt, Math.max(...times, placeAt ?? 0))
	}

	#countFinish(enrolledAt: number, at: number): void {
		this.finished++
		// Never negative, even if two clocks disagree.
		this.#days.push(Math.max(0, at - enrolledAt) / DAY_MS)
		const month = this.#months.get(monthOf(at))
		if (month) month.finished++
	}

	#countStop(completedAt: MemberInCourse['completedAt'], lastAt: number): void {
		const at = this.modules.findIndex((_, index) => completedAt[index] === undefined)
		const module = this.modules[at]
		if (!module) return
		module.standHere++
		if (lastAt < this.#quietBefore) module.quiet++
	}
}

interface Question {
	question: string
	options: readonly string[]
}

/** Tally of first attempts at a quiz. Ignores attempts at an older version with a different number of questions. */
export class QuizTally {
	#members = 0
	readonly #questions: Array<Question & { answered: number; right: number; wrong: Map<number, number> }>

	constructor(questions: readonly Question[]) {
		this.#questions = questions.map((one) => ({ ...one, answered: 0, right: 0, wrong: new Map() }))
	}

	add(answers: ReadonlyArray<number | null>, results: readonly boolean[]): void {
		if (answers.length !== this.#questions.length) return
		this.#members++
		for (const [at, question] of this.#questions.entries()) {
			const chosen = answers[at]
			if (chosen === null || chosen === undefined) continue
			question.answered++
			if (results[at]) question.right++
			else question.wrong.set(chosen, (question.wrong.get(chosen) ?? 0) + 1)
		}
	}

	get result(): Pick<QuizStatistics, 'members' | 'questions'> {
		return {
			members: this.#members,
			questions: this.#questions.map(({ question, options, answered, right, wrong }) => {
				const [mostCommon] = [...wrong]
					.filter(([option]) => options[option] !== undefined)
					.toSorted((a, b) => b[1] - a[1] || a[0] - b[0])
				return {
					question,
					answered,
					right,
					commonestWrong: mostCommon ? { option: options[mostCommon[0]] ?? '', chosen: mostCommon[1] } : null,
				}
			}),
		}
	}
}
