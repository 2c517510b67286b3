import { useEffect, useRef, useState } from 'react'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { ApiError, messageOf } from '#src/lib/api/errors.ts'
import { useMutation, useQuery } from '#src/lib/api/query.ts'
import { useDraft } from '#src/lib/forms/use-draft.ts'
import type { ReadingState, ViewProps } from '../../components/reading-state.ts'
import { getQuizStateQuery, takeQuizMutation } from '../../queries.ts'
import { readData } from '../registry.ts'
import { QuizQuestion } from './QuizQuestion.tsx'
import { QuizResult, type ShownResult } from './QuizResult.tsx'
import {
	adoptVisitorDraft,
	freshProgress,
	newerPlace,
	parseQuizDraft,
	type QuizProgress,
	quizDraftKey,
} from './quiz-draft.ts'
import { grade, memberQuizData, questionsVersion, quizData } from './schema.ts'

/** Manages the quiz state. It is stored in this browser to survive a reload, and for members also on the server. */
function useQuizProgress(key: string, questions: number, { place, savePlace }: ReadingState) {
	const [progress, setProgress] = useState(() => freshProgress(questions))
	const [isStarted, setIsStarted] = useState(false)
	const draft = useDraft<QuizProgress>(key, {
		isSaved: true,
		parse: (text) => parseQuizDraft(text, questions),
		onRead(own) {
			// Answers given before sign-in move to the member.
			const stored = own ?? adoptVisitorDraft(key, questions)
			setProgress(stored ?? freshProgress(questions))
			setIsStarted(stored !== undefined)
		},
	})
	// Resumes a quiz from another device, unless it was already changed on this page.
	const isTouched = useRef(false)
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once per server response and per member
	useEffect(() => {
		const newer = isTouched.current ? undefined : newerPlace(place, draft.read(), questions)
		if (!newer) return
		setProgress(newer)
		setIsStarted(true)
	}, [place, key])
	const change = (next: QuizProgress) => {
		isTouched.current = true
		setProgress(next)
		setIsStarted(true)
		draft.save({ ...next, keptAt: Date.now() })
		savePlace?.({ question: next.at, answers: next.answers })
	}
	const clear = (restart: boolean) => {
		isTouched.current = true
		if (restart) savePlace?.({ question: 0, answers: freshProgress(questions).answers })
		setProgress(freshProgress(questions))
		setIsStarted(restart)
		draft.save(undefined)
	}
	return { ...progress, isBegun: isStarted, change, clear }
}

function FinishError({ error }: { error: unknown }) {
	if (error instanceof ApiError && error.status === 401)
		return (
			<Alert>
				Please{' '}
				<a className="link" href="/auth">
					sign in
				</a>{' '}
				to see your result. We keep your answers in this browser.
			</Alert>
		)
	return <Alert>{messageOf(error, 'Your answers could not be checked')}</Alert>
}

/** Returns the result to show: graded locally in a preview, otherwise from the server. */
function useResult({ module, readingState }: ViewProps, answers: ReadonlyArray<number | null>, questions: string) {
	const state = useQuery(getQuizStateQuery(module.id), {
		enabled: Boolean(readingState.viewer) && !readingState.isPreview,
	})
	const attempt = useMutation(takeQuizMutation(module.id))
	const [previewed, setPreviewed] = useState<ShownResult>()
	function preview() {
		const data = readData(quizData, module.additionalContent)
		const explanations = data.questions.map(({ why }) => (why ? { why } : {}))
		setPreviewed({ ...grade(data, answers), answers: [...answers], questions, explanations })
	}
	return {
		finish(onDone: () => void) {
			if (readingState.isPreview) {
				preview()
				onDone()
			} else attempt.mutate({ answers: [...answers], questions }, { onSuccess: onDone })
		},
		forget() {
			attempt.reset()
			setPreviewed(undefined)
		},
		isFinishing: attempt.isPending,
		error: attempt.error,
		lastAt: state.data?.last?.createdAt,
		isNew: attempt.isSuccess || previewed !== undefined,
		// A passed attempt is shown even after a later, worse one.
		result: previewed ?? attempt.data ?? state.data?.passed ?? state.data?.last ?? undefined,
		hasPassed: Boolean(previewed?.passed || attempt.data?.passed || state.data?.hasPassed),
	}
}

const VisitorNote = () => (
	<p className="for-visitor mb-4 text-small text-muted">
		To see your result,{' '}
		<a className="link" href="/auth">
			sign in
		</a>{' '}
		before or after you answer. We keep your answers in this browser.
	</p>
)

export function View(props: ViewProps) {
	const { module, readingState } = props
	const { questions } = readData(memberQuizData, module.additionalContent)
	const version = questionsVersion({ questions })
	const key = quizDraftKey(readingState.viewer?.id, module.id, version)
	const progress = useQuizProgress(key, questions.length, readingState)
	const { result, ...outcome } = useResult(props, progress.answers, version)
	const [isRetry, setIsRetry] = useState(false)
	if (questions.length === 0) return <p className="mt-6 text-muted">No quiz questions found</p>

	// A started quiz takes precedence over an older result, and a newer result from another device over the local draft.
	const { keptAt, isBegun } = progress
	const hasNewerResult = keptAt !== undefined && outcome.lastAt !== undefined && Date.parse(outcome.lastAt) > keptAt
	return (
		<div className="needs-js mt-6 border-t border-rule pt-6">
			{result && (!isBegun || hasNewerResult) ? (
				<QuizResult
					questions={questions}
					result={result}
					isCurrent={result.questions === version}
					isNew={outcome.isNew}
					hasPassed={outcome.hasPassed}
					reader={readingState}
					onRetry={() => {
						outcome.forget()
						progress.clear(true)
						setIsRetry(true)
					}}
				/>
			) : (
				<>
					{!readingState.viewer && !readingState.isPreview && <VisitorNote />}
					<QuizQuestion
						questions={questions}
						answers={progress.answers}
						at={progress.at}
						takesFocus={isRetry}
						isFinishing={outcome.isFinishing}
						onChoose={(option) =>
							progress.change({ at: progress.at, answers: progress.answers.with(progress.at, option) })
						}
						onMove={(at) => progress.change({ at, answers: progress.answers })}
						onFinish={() => outcome.finish(() => progress.clear(false))}
					/>
					{outcome.error && (
						<div className="mt-4">
							<FinishError error={outcome.error} />
						</div>
					)}
				</>
			)}
		</div>
	)
}
