import { httpError } from '#src/lib/api/errors.ts'
import { csvFile, csvLine } from '#src/platform/csv.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import { findStatistics, statisticsStatement } from './service.ts'

const BATCH_SIZE = 500

export const exportStatistics: Service<typeof contracts.exportStatistics> = async (_, context) => {
	const head = ['Course', 'State', 'Enrolled', 'Started', 'Finished', 'Median days', 'Journals waiting', 'Counted']
	const lines = [csvLine(head)]
	for (let after: [number, string] | undefined; ; ) {
		const rows = await statisticsStatement(after, BATCH_SIZE)
		for (const row of rows)
			lines.push(
				csvLine([
					...[row.title, row.isPublished ? 'Published' : 'Draft', row.enrolled, row.started, row.finished],
					...[row.medianDays, row.waitingJournals, row.countedAt?.toISOString() ?? null],
				]),
			)
		const last = rows.at(-1)
		if (!last || rows.length < BATCH_SIZE) return csvFile(context, 'courses', lines)
		after = [last.enrolled, last.courseId]
	}
}

export const exportCourseStatistics: Service<typeof contracts.exportCourseStatistics> = async ({ params }, context) => {
	const statistics = await findStatistics(params.id)
	if (!statistics) throw httpError(contracts.exportCourseStatistics.errors.notFound)
	const { modules, quizzes, enrolled, countedAt } = statistics
	return csvFile(context, 'course', [
		csvLine(['Course', statistics.title]),
		csvLine(['Counted', countedAt]),
		csvLine(['Enrolled', enrolled]),
		csvLine(['Started', statistics.started]),
		csvLine(['Finished', statistics.finished]),
		csvLine(['Median days', statistics.medianDays]),
		csvLine([]),
		csvLine(['Module', 'Completed', 'Stopped here', 'Of these inactive for 30 days']),
		...modules.map(({ title, completed, standHere, quiet }) => csvLine([title, completed, standHere, quiet])),
		csvLine([]),
		csvLine(['Quiz', 'Question', 'Answered', 'Right', 'Most common wrong answer', 'Chosen']),
		...quizzes.flatMap(({ title, questions }) =>
			questions.map(({ question, answered, right, commonestWrong }) =>
				csvLine([title, question, answered, right, commonestWrong?.option ?? null, commonestWrong?.chosen ?? null]),
			),
		),
	])
}
