import { type Control, useWatch } from 'react-hook-form'
import { useQuery } from '#src/lib/api/query.ts'
import { useDebounced } from '#src/lib/use-settled.ts'
import type { QuestionBody } from '../contract.ts'
import { similarQuestionsQuery } from '../queries.ts'

/** Shorter titles have too few words to compare. */
const MIN_TITLE = 8

/** Shows questions whose titles resemble the one being typed. Opening one keeps the draft. */
export function SimilarQuestions({ control }: { control: Control<QuestionBody, unknown, QuestionBody> }) {
	const title = useDebounced(useWatch({ control, name: 'title' }).trim())
	const canSearch = title.length >= MIN_TITLE
	// The previous results stay while new ones load. A failure shows none: the form works without them.
	const { data } = useQuery(similarQuestionsQuery(title), { enabled: canSearch, placeholder: (previous) => previous })
	const similar = canSearch ? (data ?? []) : []
	const count = similar.length
	return (
		<>
			<p className="sr-only" role="status">
				{count > 0 && (count === 1 ? '1 similar question' : `${count} similar questions`)}
			</p>
			{count > 0 && (
				<section className="similar-questions" aria-label="Similar questions">
					<p className="text-small text-muted">Similar questions</p>
					<ul>
						{similar.map(({ id, title: similarTitle, commentCount }) => (
							<li key={id}>
								<a className="link" href={`/questions/${id}`}>
									{similarTitle}
								</a>{' '}
								<span className="text-small text-muted">
									{commentCount === 1 ? '1 comment' : `${commentCount} comments`}
								</span>
							</li>
						))}
					</ul>
				</section>
			)}
		</>
	)
}
