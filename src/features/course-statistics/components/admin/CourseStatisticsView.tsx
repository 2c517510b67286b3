import { type Fact, FactList } from '#src/components/ui/FactList.tsx'
import { type Column, DataTable } from '#src/components/ui/lists/DataTable.tsx'
import { formatNumber } from '#src/lib/text/format-number.ts'
import type { CourseStatistics, ModuleStatistics, QuestionStatistics, QuizStatistics } from '../../contract.ts'
import { daysText, percentText, shareText } from '../../statistics-text.ts'
import { Bar } from './Bar.tsx'
import { MonthsChart } from './MonthsChart.tsx'

/** Statistics of one course. Rendered only on the server: it is static. */
export function CourseStatisticsView({ statistics }: { statistics: CourseStatistics }) {
	const { enrolled, modules, quizzes, months } = statistics
	return (
		<div className="grid grid-cols-1 gap-12">
			<Facts statistics={statistics} />
			<section aria-labelledby="statistics-modules">
				<h2 id="statistics-modules" className="text-title">
					Where members stop
				</h2>
				<p className="statistics-line">
					Stopped here: members who started the course and whose next module is this one. Inactive: those of them with
					no activity in the course for 30 days.
				</p>
				{modules.length === 0 ? (
					<p className="text-muted">This course has no modules yet.</p>
				) : (
					<div className="card">
						<DataTable
							isNumericTable
							caption="Modules, in the order of the course"
							columns={moduleColumns(enrolled)}
							rows={modules}
							keyOf={({ id }) => id}
						/>
					</div>
				)}
			</section>
			{months.length > 0 && (
				<section aria-labelledby="statistics-months">
					<h2 id="statistics-months" className="mb-4 text-title">
						Month by month
					</h2>
					<MonthsChart months={months} />
				</section>
			)}
			{quizzes.map((quiz) => (
				<Quiz key={quiz.moduleId} quiz={quiz} />
			))}
		</div>
	)
}

function Facts({ statistics }: { statistics: CourseStatistics }) {
	const { courseId, enrolled, started, finished, medianDays, waitingJournals } = statistics
	const facts: Fact[] = [
		['Enrolled', formatNumber(enrolled)],
		['Started', shareText(started, enrolled)],
		['Finished', shareText(finished, enrolled)],
		['Median time to finish', daysText(medianDays)],
		[
			'Journals waiting',
			waitingJournals === 0 ? (
				'None'
			) : (
				<a key="journals" className="link" href={`/admin/courses/${courseId}/journal`}>
					{formatNumber(waitingJournals)}
				</a>
			),
		],
	]
	return <FactList className="statistics-facts" facts={facts} />
}

const moduleColumns = (enrolled: number): readonly Column<ModuleStatistics>[] => [
	{ label: 'Module', breaks: true, cell: ({ title }) => title },
	{
		label: 'Completed',
		cell: ({ completed }) => (
			<span className="statistic-share">
				<Bar part={completed} whole={enrolled} />
				<span>{shareText(completed, enrolled)}</span>
			</span>
		),
	},
	{ label: 'Stopped here', isNumeric: true, cell: ({ standHere }) => formatNumber(standHere) },
	{ label: 'Inactive 30 days', short: 'Inactive', isNumeric: true, cell: ({ quiet }) => formatNumber(quiet) },
]

const questionColumns: readonly Column<QuestionStatistics & { key: string }>[] = [
	{ label: 'Question', breaks: true, cell: ({ question }) => question },
	{
		label: 'Right',
		cell: ({ right, answered }) =>
			answered === 0 ? (
				<span className="whitespace-nowrap text-muted">No answers yet</span>
			) : (
				<span className="statistic-share">
					<Bar part={right} whole={answered} />
					<span>{`${percentText(right, answered)} of ${formatNumber(answered)}`}</span>
				</span>
			),
	},
	{
		label: 'Most common wrong answer',
		short: 'Mostly wrong',
		breaks: true,
		cell: ({ commonestWrong }) =>
			commonestWrong ? `${commonestWrong.option} (${formatNumber(commonestWrong.chosen)})` : 'None',
	},
]

function Quiz({ quiz }: { quiz: QuizStatistics }) {
	const { moduleId, title, members, questions } = quiz
	return (
		<section aria-labelledby={`statistics-${moduleId}`}>
			<h2 id={`statistics-${moduleId}`} className="text-title">
				Quiz: {title}
			</h2>
			<p className="statistics-line">
				{members === 0 ? (
					'No attempts yet.'
				) : (
					<>
						Based on the first attempts of {members === 1 ? '1 member' : `${formatNumber(members)} members`}. Answers
						given before a question was changed still count.
					</>
				)}
			</p>
			{questions.length === 0 ? (
				<p className="text-muted">This quiz has no questions yet.</p>
			) : (
				<div className="card">
					<DataTable
						isNumericTable
						caption={`Questions of ${title}`}
						columns={questionColumns}
						rows={questions.map((question, at) => ({ ...question, key: String(at) }))}
						keyOf={({ key }) => key}
					/>
				</div>
			)}
		</section>
	)
}
