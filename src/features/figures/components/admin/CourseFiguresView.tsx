import { type Column, DataTable } from '#src/components/ui/DataTable.tsx'
import { figure } from '#src/lib/figure.ts'
import type { CourseFigures, ModuleFigures, QuestionFigures, QuizFigures } from '../../contract.ts'
import { daysText, percentText, shareText } from '../../figure-words.ts'
import { Bar } from './Bar.tsx'
import { MonthsChart } from './MonthsChart.tsx'

/** How one course fares. Rendered on the server alone: nothing in it moves. */
export function CourseFiguresView({ figures }: { figures: CourseFigures }) {
	const { enrolled, modules, quizzes, months } = figures
	return (
		<div className="grid grid-cols-1 gap-12">
			<Facts figures={figures} />
			<section aria-labelledby="figures-modules">
				<h2 id="figures-modules" className="text-title">
					Where members stop
				</h2>
				<p className="figures-line">
					Stopped here: members who began the course, and of whose modules this is the first they have not completed.
					Quiet: those of them who did nothing in the course for 30 days.
				</p>
				{modules.length === 0 ? (
					<p className="text-muted">This course has no modules yet.</p>
				) : (
					<div className="card">
						<DataTable
							isOfFigures
							caption="Modules, in the order of the course"
							columns={moduleColumns(enrolled)}
							rows={modules}
							keyOf={({ id }) => id}
						/>
					</div>
				)}
			</section>
			{months.length > 0 && (
				<section aria-labelledby="figures-months">
					<h2 id="figures-months" className="mb-4 text-title">
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

function Facts({ figures }: { figures: CourseFigures }) {
	const { courseId, enrolled, started, finished, medianDays, waitingJournals } = figures
	return (
		<dl className="figures-facts">
			<div>
				<dt>Enrolled</dt>
				<dd>{figure(enrolled)}</dd>
			</div>
			<div>
				<dt>Started</dt>
				<dd>{shareText(started, enrolled)}</dd>
			</div>
			<div>
				<dt>Finished</dt>
				<dd>{shareText(finished, enrolled)}</dd>
			</div>
			<div>
				<dt>Median time to finish</dt>
				<dd>{daysText(medianDays)}</dd>
			</div>
			<div>
				<dt>Journals waiting</dt>
				<dd>
					{waitingJournals > 0 ? (
						<a className="link" href={`/admin/courses/${courseId}/journal`}>
							{figure(waitingJournals)}
						</a>
					) : (
						'None'
					)}
				</dd>
			</div>
		</dl>
	)
}

const moduleColumns = (enrolled: number): readonly Column<ModuleFigures>[] => [
	{ label: 'Module', breaks: true, cell: ({ title }) => title },
	{
		label: 'Completed',
		cell: ({ completed }) => (
			<span className="figure-share">
				<Bar part={completed} whole={enrolled} />
				<span>{shareText(completed, enrolled)}</span>
			</span>
		),
	},
	{ label: 'Stopped here', isFigure: true, cell: ({ standHere }) => figure(standHere) },
	{ label: 'Of these quiet', short: 'Quiet', isFigure: true, cell: ({ quiet }) => figure(quiet) },
]

const questionColumns: readonly Column<QuestionFigures & { key: string }>[] = [
	{ label: 'Question', breaks: true, cell: ({ question }) => question },
	{
		label: 'Right',
		cell: ({ right, answered }) =>
			answered === 0 ? (
				<span className="whitespace-nowrap text-muted">No answers yet</span>
			) : (
				<span className="figure-share">
					<Bar part={right} whole={answered} />
					<span>{`${percentText(right, answered)} of ${figure(answered)}`}</span>
				</span>
			),
	},
	{
		label: 'Commonest wrong answer',
		short: 'Mostly wrong',
		breaks: true,
		cell: ({ commonestWrong }) =>
			commonestWrong ? `${commonestWrong.option} (${figure(commonestWrong.chosen)})` : 'None',
	},
]

function Quiz({ quiz }: { quiz: QuizFigures }) {
	const { moduleId, title, members, questions } = quiz
	return (
		<section aria-labelledby={`figures-${moduleId}`}>
			<h2 id={`figures-${moduleId}`} className="text-title">
				Quiz: {title}
			</h2>
			<p className="figures-line">
				{members === 0 ? (
					'Nobody has tried it yet.'
				) : (
					<>
						By the first try of {members === 1 ? '1 member' : `${figure(members)} members`}. After a change of a
						question, earlier answers still count at its place.
					</>
				)}
			</p>
			{questions.length === 0 ? (
				<p className="text-muted">This quiz has no questions yet.</p>
			) : (
				<div className="card">
					<DataTable
						isOfFigures
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
