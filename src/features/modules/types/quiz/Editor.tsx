import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { TextAreaField, TextField } from '#src/components/ui/Field.tsx'
import type { EditorProps } from '../../components/admin/editor-props.ts'
import { DEFAULT_PASSING_SCORE } from './schema.ts'

interface Question {
	question: string
	options: string[]
	/** -1 while none is marked. */
	correctAnswer: number
}

const blank = (): Question => ({ question: '', options: ['', ''], correctAnswer: -1 })
const questionsOf = (data: EditorProps['data']) => (Array.isArray(data.questions) ? (data.questions as Question[]) : [])

type OptionsProps = {
	question: Question
	number: number
	onChange(question: Question): void
	errorAt(path: string): string | undefined
}

function Options({ question, number, onChange, errorAt }: OptionsProps) {
	const name = useId()
	const { options, correctAnswer } = question
	const remove = (at: number) =>
		onChange({
			...question,
			options: options.filter((_, index) => index !== at),
			correctAnswer: correctAnswer === at ? -1 : correctAnswer > at ? correctAnswer - 1 : correctAnswer,
		})
	const fault =
		errorAt('options') ?? errorAt('correctAnswer') ?? options.map((_, at) => errorAt(`options.${at}`)).find(Boolean)
	return (
		<fieldset className="grid gap-2">
			<legend className="label mb-2">Answers; mark the right one</legend>
			{options.map((option, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: an answer has no identity but its place
				<div key={at} className="flex items-center gap-2">
					<input
						type="radio"
						className="size-5 flex-none"
						name={name}
						checked={correctAnswer === at}
						aria-label={`Answer ${at + 1} of question ${number} is right`}
						onChange={() => onChange({ ...question, correctAnswer: at })}
					/>
					<input
						className="input"
						value={option}
						aria-label={`Answer ${at + 1} of question ${number}`}
						onChange={(event) => onChange({ ...question, options: options.with(at, event.target.value) })}
					/>
					<button
						type="button"
						className="icon-btn flex-none"
						disabled={options.length <= 2}
						aria-label={`Remove answer ${at + 1} of question ${number}`}
						onClick={() => remove(at)}
					>
						<Trash2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
					</button>
				</div>
			))}
			<p className="field-error" aria-live="polite">
				{fault}
			</p>
			<div>
				<Button
					variant="quiet"
					disabled={options.length >= 10}
					onClick={() => onChange({ ...question, options: [...options, ''] })}
				>
					Add an answer
				</Button>
			</div>
		</fieldset>
	)
}

export function Editor({ data, onChange, errorAt }: EditorProps) {
	const questions = questionsOf(data)
	const put = (next: Question[]) => onChange({ ...data, questions: next })
	function move(from: number, to: number) {
		const next = [...questions]
		next.splice(to, 0, ...next.splice(from, 1))
		put(next)
	}
	const passingScore = data.passingScore ?? DEFAULT_PASSING_SCORE
	return (
		<>
			<TextField
				label="Passing score in percent"
				type="number"
				min={0}
				max={100}
				inputMode="numeric"
				value={Number.isFinite(passingScore) ? String(passingScore) : ''}
				error={errorAt('passingScore')}
				onChange={(event) =>
					onChange({ ...data, passingScore: event.target.value === '' ? Number.NaN : event.target.valueAsNumber })
				}
			/>
			{questions.map((question, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a question has no identity but its place
				<section key={at} className="grid gap-4 border-t border-rule pt-5" aria-label={`Question ${at + 1}`}>
					<div className="flex items-center justify-between gap-2">
						<h3 className="text-subtitle">Question {at + 1}</h3>
						<div>
							<button
								type="button"
								className="icon-btn"
								disabled={at === 0}
								aria-label={`Move question ${at + 1} up`}
								onClick={() => move(at, at - 1)}
							>
								<ArrowUp aria-hidden="true" className="size-5" strokeWidth={1.75} />
							</button>
							<button
								type="button"
								className="icon-btn"
								disabled={at === questions.length - 1}
								aria-label={`Move question ${at + 1} down`}
								onClick={() => move(at, at + 1)}
							>
								<ArrowDown aria-hidden="true" className="size-5" strokeWidth={1.75} />
							</button>
							<button
								type="button"
								className="icon-btn"
								aria-label={`Remove question ${at + 1}`}
								onClick={() => put(questions.filter((_, index) => index !== at))}
							>
								<Trash2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
							</button>
						</div>
					</div>
					<TextAreaField
						label="Question"
						className="min-h-20"
						value={question.question}
						error={errorAt(`questions.${at}.question`)}
						onChange={(event) => put(questions.with(at, { ...question, question: event.target.value }))}
					/>
					<Options
						question={question}
						number={at + 1}
						errorAt={(path) => errorAt(`questions.${at}.${path}`)}
						onChange={(next) => put(questions.with(at, next))}
					/>
				</section>
			))}
			<div>
				<Button variant="line" onClick={() => put([...questions, blank()])}>
					Add a question
				</Button>
			</div>
		</>
	)
}
