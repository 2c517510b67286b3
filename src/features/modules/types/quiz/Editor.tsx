import { Trash2 } from 'lucide-react'
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import { MoveButtons } from '#src/components/ui/lists/MoveButtons.tsx'
import { type EditorProps, numberProps } from '../../components/admin/editor-fields.ts'
import { type Explained, ExplanationFields, ParagraphList } from './ExplanationFields.tsx'
import { paragraphsOf } from './read-again.ts'
import { DEFAULT_PASSING_SCORE } from './schema.ts'

interface Question extends Explained {
	question: string
	options: string[]
	/** Index of the right option; -1 if none is marked. */
	correctAnswer: number
}

const blankQuestion = (): Question => ({ question: '', options: ['', ''], correctAnswer: -1 })
const questionsOf = (data: EditorProps['data']) => (Array.isArray(data.questions) ? (data.questions as Question[]) : [])

/**
 * Focuses an editor field by its `data-field` after the next render: by then, the pressed button may be gone or act on
 * another item.
 */
function useFocusOn() {
	const editor = useRef<HTMLDivElement>(null)
	const [target, setTarget] = useState<{ field: string }>()
	useEffect(() => {
		if (target) editor.current?.querySelector<HTMLElement>(`[data-field="${target.field}"]`)?.focus()
	}, [target])
	return { editor, focusOn: (field: string) => setTarget({ field }) }
}

type OptionProps = {
	text: string
	/** "2 of question 1". */
	place: string
	/** Name of the radio group of a question. */
	group: string
	/** `data-field` of the text field, and of the radio button (only for the first option). */
	field: string
	markField: string | undefined
	isRight: boolean
	/** Ids of the error messages of the text field and the radio button. */
	errorId: string | undefined
	markErrorId: string | undefined
	onText(text: string): void
	onMark(): void
	/** Undefined if the option cannot be removed. */
	onRemove: (() => void) | undefined
}

function Option(props: OptionProps) {
	const { text, place, group, field, markField, isRight, errorId, markErrorId, onText, onMark, onRemove } = props
	return (
		<div className="flex items-center gap-2">
			<input
				type="radio"
				className="size-5 flex-none"
				name={group}
				data-field={markField}
				checked={isRight}
				aria-label={`Answer ${place} is right`}
				aria-describedby={markErrorId}
				onChange={onMark}
			/>
			<textarea
				// A textarea wraps long answers on phones; line breaks are removed.
				className="input field-sizing-content min-h-11.5 min-w-0 resize-none"
				data-field={field}
				value={text}
				aria-label={`Answer ${place}`}
				aria-invalid={errorId ? true : undefined}
				aria-describedby={errorId}
				onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
				onChange={(event) => onText(event.target.value.replaceAll(/\s*\n\s*/g, ' '))}
			/>
			<button
				type="button"
				className="icon-btn flex-none"
				disabled={!onRemove}
				aria-label={`Remove answer ${place}`}
				onClick={onRemove}
			>
				<Trash2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
			</button>
		</div>
	)
}

type OptionsProps = {
	question: Question
	number: number
	/** Prefix of the question's field names. */
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
	const markError = errorAt('correctAnswer')
	const errorOf = (at: number) => errorAt(`options.${at}`) ?? errorAt('options')
	const error = markError ?? options.map((_, at) => errorOf(at)).find(Boolean)
	return (
		<fieldset className="grid gap-2" data-wrong={markError ? true : undefined}>
			<legend className="label mb-2">Answers (select the right one)</legend>
			{options.map((option, at) => (
				<Option
					// biome-ignore lint/suspicious/noArrayIndexKey: an answer is identified by its position
					key={at}
					text={option}
					place={`${at + 1} of question ${number}`}
					group={name}
					field={`${field}.options.${at}`}
					markField={at === 0 ? `${field}.correctAnswer` : undefined}
					isRight={correctAnswer === at}
					errorId={errorOf(at) && `${name}-error`}
					markErrorId={markError && `${name}-error`}
					onText={(text) => onChange({ ...question, options: options.with(at, text) })}
					onMark={() => onChange({ ...question, correctAnswer: at })}
					onRemove={options.length > 2 ? () => remove(at) : undefined}
				/>
			))}
			<p className="field-error" id={`${name}-error`} aria-live="polite">
				{error}
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

type QuestionProps = Omit<OptionsProps, 'number' | 'field'> & {
	at: number
	count: number
	onMove(to: number): void
	onRemove(): void
	texts: Pick<ComponentProps<typeof ExplanationFields>, 'paragraphs' | 'listId'>
}

function QuestionFields(props: QuestionProps) {
	const { question, at, count, errorAt, onChange, onMove, onRemove, focusOn, texts } = props
	return (
		<section className="grid gap-4 border-t border-rule pt-5" aria-label={`Question ${at + 1}`}>
			<div className="flex items-center justify-between gap-2">
				<h3 className="text-subtitle outline-none" tabIndex={-1} data-field={`question.${at}`}>
					Question {at + 1}
				</h3>
				<div>
					<MoveButtons of={`question ${at + 1}`} at={at} count={count} iconClass="size-5" onMove={onMove} />
					<button type="button" className="icon-btn" aria-label={`Remove question ${at + 1}`} onClick={onRemove}>
						<Trash2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
					</button>
				</div>
			</div>
			<TextAreaField
				label="Question"
				// Shows the whole question, even on a phone.
				className="field-sizing-content min-h-20"
				data-field={`data.questions.${at}.question`}
				value={question.question}
				error={errorAt('question')}
				onChange={(event) => onChange({ ...question, question: event.target.value })}
			/>
			<Options
				question={question}
				number={at + 1}
				field={`data.questions.${at}`}
				errorAt={errorAt}
				onChange={onChange}
				focusOn={focusOn}
			/>
			<ExplanationFields
				explained={question}
				field={`data.questions.${at}`}
				errorAt={errorAt}
				onChange={(part) => onChange({ ...question, ...part })}
				{...texts}
			/>
		</section>
	)
}

/** Moves or removes questions, announces the change, and focuses the moved question or the next one. */
function useOrder(questions: Question[], setQuestions: (next: Question[]) => void, focusOn: (field: string) => void) {
	const [announcement, setAnnouncement] = useState('')
	return {
		announcement,
		move(from: number, to: number) {
			const next = [...questions]
			next.splice(to, 0, ...next.splice(from, 1))
			setQuestions(next)
			setAnnouncement(`Now question ${to + 1} of ${questions.length}`)
			// The pressed button stays at the old position, so focus the question that moved.
			focusOn(`question.${to}`)
		},
		remove(at: number) {
			setQuestions(questions.filter((_, index) => index !== at))
			setAnnouncement(`Question ${at + 1} removed`)
			focusOn(questions.length > 1 ? `question.${Math.min(at, questions.length - 2)}` : 'data.questions')
		},
	}
}

export function Editor(props: EditorProps) {
	const { data, onChange, errorAt, texts } = props
	const id = useId()
	const { editor, focusOn } = useFocusOn()
	const questions = questionsOf(data)
	const setQuestions = (next: Question[]) => onChange({ ...data, questions: next })
	const { announcement, move, remove } = useOrder(questions, setQuestions, focusOn)
	const listId = `${id}-paragraphs`
	const paragraphs = paragraphsOf(texts)
	return (
		<div ref={editor} className="grid gap-5">
			<ParagraphList id={listId} paragraphs={paragraphs} />
			<TextField
				label="Passing score in percent"
				max={100}
				{...numberProps(props, 'passingScore', DEFAULT_PASSING_SCORE)}
			/>
			{questions.map((question, at) => (
				<QuestionFields
					// biome-ignore lint/suspicious/noArrayIndexKey: a question is identified by its position
					key={at}
					question={question}
					at={at}
					count={questions.length}
					errorAt={(path) => errorAt(`questions.${at}.${path}`)}
					onChange={(next) => setQuestions(questions.with(at, next))}
					onMove={(to) => move(at, to)}
					onRemove={() => remove(at)}
					focusOn={focusOn}
					texts={{ paragraphs, listId }}
				/>
			))}
			<div data-wrong={errorAt('questions') ? true : undefined}>
				<Button
					variant="line"
					data-field="data.questions"
					aria-describedby={`${id}-error`}
					onClick={() => {
						setQuestions([...questions, blankQuestion()])
						focusOn(`data.questions.${questions.length}.question`)
					}}
				>
					Add a question
				</Button>
				<p className="field-error" id={`${id}-error`} aria-live="polite">
					{errorAt('questions')}
				</p>
				<p role="status" className="sr-only">
					{announcement}
				</p>
			</div>
		</div>
	)
}
