import { Button } from '#src/components/ui/Button.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import type { ShownKind } from '../contract.ts'
import type { Filters } from '../queries.ts'

const NONE: Record<ShownKind, string> = {
	unread: 'You have read every recent question here.',
	unanswered: 'Every question here has been answered.',
	mine: 'You have not asked a question here yet.',
	followed: 'You do not follow any question here. You follow a question when you ask it or comment on it.',
}

/** Explains why the list is empty, and offers the next step. */
export function NoQuestions({ filters, onClear }: { filters: Filters; onClear: () => void }) {
	const { search, show, category } = filters
	const isSearched = search.trim() !== ''
	const action = isSearched ? (
		<Button variant="line" onClick={onClear}>
			Clear filters
		</Button>
	) : show === 'unread' ? (
		<a className={buttonClass({ variant: 'line' })} href="/questions">
			Show all questions
		</a>
	) : (
		<a className={buttonClass()} href="/questions/new">
			Ask Question
		</a>
	)
	return (
		<div className="card mt-2">
			<EmptyState title={show === 'unread' && !isSearched ? 'Nothing unread' : 'No questions yet'} action={action}>
				{isSearched
					? 'No questions match. Try other words, or ask your question.'
					: show !== ''
						? NONE[show]
						: category === ''
							? 'Ask the first one. Someone here has seen it before.'
							: 'No questions in this category yet.'}
			</EmptyState>
		</div>
	)
}
