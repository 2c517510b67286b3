import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
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

/**
 * Puts the focus on a field of the editor (by its `data-field`) once it is in the page: what was pressed to add, remove
 * or move something may be gone then, or be about something else.
 */
function useFocusOn() {
	const editor = useRef<HTMLDivElement>(null)
	const [wanted, setWanted] = useState<{ field: string }>()
	useEffect(() => {
		if (wanted) editor.current?.querySelector<HTMLElement>(`[data-field="${wanted.field}"]`)?.focus()
	}, [wanted])
	return { editor, focusOn: (field: string) => setWanted({ field }) }
}

type OptionsProps = {
	question: Question
	number: number
	/** Begins the names of its fields. */
	field: string
	onChange(question: Question): void
	errorAt(path: string): string | undefined
	focusOn(field: string): void
}

function Options({ question, number, field, onChange, errorAt, focusOn }: OptionsProps) {
	const name = useId()
	const { options, correctAnswer } = question
	function remove(at: number) {
		onChange({
			...question,
			options: options.filter((_, index) => index !== at),
			correctAnswer: correctAnswer === at ? -1 : correctAnswer > at ? correctAnswer - 1 : correctAnswer,
		})
		focusOn(`${field}.options.${Math.min(at, options.length - 2)}`)
	}
	const unmarked = errorAt('correctAnswer')
	const faultOf = (at: number) => errorAt(`options.${at}`) ?? errorAt('options')
	const fault = unmarked ?? options.map((_, at) => faultOf(at)).find(Boolean)
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
						data-field={at === 0 ? `${field}.correctAnswer` : undefined}
						checked={correctAnswer === at}
						aria-label={`Answer ${at + 1} of question ${number} is right`}
						aria-describedby={unmarked && `${name}-fault`}
						onChange={() => onChange({ ...question, correctAnswer: at })}
					/>
					<input
						className="input"
						data-field={`${field}.options.${at}`}
						value={option}
						aria-label={`Answer ${at + 1} of question ${number}`}
						aria-invalid={faultOf(at) ? true : undefined}
						aria-describedby={faultOf(at) && `${name}-fault`}
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
			<p className="field-error" id={`${name}-fault`} aria-live="polite">
				{fault}
			</p>
			<div>
				<Button
					variant="quiet"
					disabled={options.length >= 10}
					onClick={() => {
						onChange({ ...question, options: [...options, ''] })
						focusOn(`${field}.options.${options.length}`)
					}}
				>
					Add an answer
					<span className="sr-only"> to question {number}</span>
				</Button>
			</div>
		</fieldset>
	)
}

type ToolProps = { at: number; count: number; onMove(to: number): void; onRemove(): void }

function QuestionTools({ at, count, onMove, onRemove }: ToolProps) {
	const tools = [
		{ label: `Move question ${at + 1} up`, Icon: ArrowUp, isOff: at === 0, run: () => onMove(at - 1) },
		{ label: `Move question ${at + 1} down`, Icon: ArrowDown, isOff: at === count - 1, run: () => onMove(at + 1) },
		{ label: `Remove question ${at + 1}`, Icon: Trash2, isOff: false, run: onRemove },
	]
	return (
		<div>
			{tools.map(({ label, Icon, isOff, run }) => (
				<button key={label} type="button" className="icon-btn" disabled={isOff} aria-label={label} onClick={run}>
					<Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
				</button>
			))}
		</div>
	)
}

export function Editor({ data, onChange, errorAt }: EditorProps) {
	const id = useId()
	const { editor, focusOn } = useFocusOn()
	const [said, setSaid] = useState('')
	const questions = questionsOf(data)
	const put = (next: Question[]) => onChange({ ...data, questions: next })
	function move(from: number, to: number) {
		const next = [...questions]
		next.splice(to, 0, ...next.splice(from, 1))
		put(next)
		setSaid(`It is question ${to + 1} of ${questions.length} now`)
		// The buttons go with the place, and the first and last place have one less.
		focusOn(`question.${to}`)
	}
	function remove(at: number) {
		put(questions.filter((_, index) => index !== at))
		setSaid(`Question ${at + 1} removed`)
		focusOn(questions.length > 1 ? `question.${Math.min(at, questions.length - 2)}` : 'data.questions')
	}
	const passingScore = data.passingScore ?? DEFAULT_PASSING_SCORE
	return (
		<div ref={editor} className="grid gap-5">
			<TextField
				label="Passing score in percent"
				type="number"
				min={0}
				max={100}
				inputMode="numeric"
				data-field="data.passingScore"
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
						<h3 className="text-subtitle outline-none" tabIndex={-1} data-field={`question.${at}`}>
							Question {at + 1}
						</h3>
						<QuestionTools at={at} count={questions.length} onMove={(to) => move(at, to)} onRemove={() => remove(at)} />
					</div>
					<TextAreaField
						label="Question"
						className="min-h-20"
						data-field={`data.questions.${at}.question`}
						value={question.question}
						error={errorAt(`questions.${at}.question`)}
						onChange={(event) => put(questions.with(at, { ...question, question: event.target.value }))}
					/>
					<Options
						question={question}
						number={at + 1}
						field={`data.questions.${at}`}
						errorAt={(path) => errorAt(`questions.${at}.${path}`)}
						onChange={(next) => put(questions.with(at, next))}
						focusOn={focusOn}
					/>
				</section>
			))}
			<div>
				<Button
					variant="line"
					data-field="data.questions"
					aria-describedby={`${id}-fault`}
					onClick={() => {
						put([...questions, blank()])
						focusOn(`data.questions.${questions.length}.question`)
					}}
				>
					Add a question
				</Button>
				<p className="field-error" id={`${id}-fault`} aria-live="polite">
					{errorAt('questions')}
				</p>
				<p role="status" className="sr-only">
					{said}
				</p>
			</div>
		</div>
	)
}
