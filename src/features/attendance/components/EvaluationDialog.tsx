import * as z from 'zod/mini'
import { TextAreaField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import { EVALUATION_QUESTIONS, evaluateActivity } from '../contract.ts'
import { evaluateActivityMutation } from '../queries.ts'

const SCORES = [
	['5', 'Agree strongly'],
	['4', 'Agree'],
	['3', 'Neither'],
	['2', 'Disagree'],
	['1', 'Disagree strongly'],
] as const

/** Converts the scores, since radio buttons have string values. */
const evaluationForm = z.object({
	scores: z.pipe(
		z.pipe(
			z.array(z.nullable(z.string())),
			z.transform((scores) => scores.map((score) => Number(score ?? 0))),
		),
		evaluateActivity.body.shape.scores,
	),
	text: evaluateActivity.body.shape.text,
})

type Props = { id: string; title: string; onClose: () => void }

/** Asks five questions about a completed programme, and for a comment. Answers are voluntary and anonymous. */
export function EvaluationDialog({ id, title, onClose }: Props) {
	const form = useContractForm(evaluationForm, evaluateActivityMutation(id), {
		defaultValues: { scores: EVALUATION_QUESTIONS.map(() => null), text: '' },
		labels: { scores: 'Questions', text: 'Anything else' },
		draft: tabDraft(`evaluation:${id}`),
		placeOf: (path) => EVALUATION_QUESTIONS[Number(path.split('.')[1])] ?? 'Questions',
		onDone: onClose,
	})
	return (
		<FormDialog
			title="Evaluate this programme"
			description={`About “${title}”. Answering is optional, and your answers are stored without your name.`}
			of={form}
			isDirty={form.isDirty}
			className="grid gap-6"
			action={{ label: 'Send answers', busy: 'Sending...' }}
			onClose={onClose}
		>
			{EVALUATION_QUESTIONS.map((question, index) => (
				<Question
					key={question}
					question={question}
					error={form.errorOf(`scores.${index}`)}
					field={form.register(`scores.${index}`)}
				/>
			))}
			<TextAreaField optional rows={3} maxLength={2_000} {...form.field('text')} />
		</FormDialog>
	)
}

type QuestionProps = {
	question: string
	error: string | undefined
	field: ReturnType<ReturnType<typeof useContractForm>['register']>
}

function Question({ question, error, field }: QuestionProps) {
	return (
		<fieldset className="evaluation-question">
			<legend className="label">{question}</legend>
			<div className="evaluation-scores">
				{SCORES.map(([value, label]) => (
					<label key={value} className="evaluation-score">
						<input
							type="radio"
							value={value}
							className="size-5 flex-none"
							{...field}
							aria-invalid={error ? true : undefined}
						/>
						{label}
					</label>
				))}
			</div>
			<p className="field-error" aria-live="polite">
				{error}
			</p>
		</fieldset>
	)
}
