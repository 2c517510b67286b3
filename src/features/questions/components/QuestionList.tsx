import { useEffect, useRef, useState } from 'react'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { LoadMore } from '#src/components/ui/lists/LoadMore.tsx'
import { useQuery } from '#src/lib/api/query.ts'
import { useList } from '#src/lib/api/query-list.ts'
import { useUrlFilters } from '#src/lib/lists/address-filters.ts'
import type { Page } from '#src/lib/site/page.ts'
import { useMinute } from '#src/lib/use-minute.ts'
import { useDebounced } from '#src/lib/use-settled.ts'
import type { Category } from '../category-contract.ts'
import { MAX_COUNTED, MAX_MATCHES, type QuestionSummary } from '../contract.ts'
import { type Filters, getUnreadQuestionsQuery, listQuestionsQuery } from '../queries.ts'
import type { UnreadQuestions } from '../unread-contract.ts'
import { NoQuestions } from './NoQuestions.tsx'
import { QuestionFilters } from './QuestionFilters.tsx'
import { QuestionListBar } from './QuestionListBar.tsx'
import { QuestionRow } from './QuestionRow.tsx'

type Props = {
	categories: Category[]
	/** The filters in the URL. `initial` is their first page. */
	filters: Filters
	initial: Page<QuestionSummary>
	unread: UnreadQuestions
	/** Ids of the categories that the member watches. */
	watched: string[]
	/** When the server rendered the page, in milliseconds. */
	now: number
}

/** Refetches the unread marks if the back/forward cache restores the page, because they may be stale. */
function useFreshMarks(refetch: () => unknown, recount: () => unknown): void {
	useEffect(() => {
		const refresh = ({ persisted }: PageTransitionEvent) => persisted && Promise.all([refetch(), recount()])
		window.addEventListener('pageshow', refresh)
		return () => window.removeEventListener('pageshow', refresh)
	}, [refetch, recount])
}

export function QuestionList({ categories, filters: initialFilters, initial, watched, ...props }: Props) {
	const { filters, isInitial, setFilters } = useUrlFilters(initialFilters)
	const now = useMinute(props.now)
	const [typed, setTyped] = useState(initialFilters.search)
	const search = useDebounced(typed)
	useEffect(() => setFilters({ search }), [search, setFilters])
	// A trailing space changes the search, but not the URL.
	const matchesPage = isInitial && filters.search === initialFilters.search
	const query = useList(listQuestionsQuery(filters), { initial: matchesPage ? initial : undefined })
	const { data: unread, refetch: recount } = useQuery(getUnreadQuestionsQuery, { initial: props.unread })
	const { total, refetch } = query
	// A question that moved between two requests may be on both pages.
	const questions = [...new Map(query.items.map((question) => [question.id, question])).values()]
	const isSearched = filters.search.trim() !== ''
	const isLoading = query.isFetching && !query.isLoadingMore
	const isEmpty = !query.error && !query.isFetching && questions.length === 0
	const searchField = useRef<HTMLInputElement>(null)
	useFreshMarks(refetch, recount)
	const clear = () => {
		setTyped('')
		setFilters({ category: '', search: '', show: '' })
		// Clearing removes the button, so move the focus.
		searchField.current?.focus()
	}

	return (
		<>
			<QuestionFilters
				categories={categories}
				filters={{ ...filters, search: typed }}
				unread={unread.count}
				onType={setTyped}
				onCategory={(category) => setFilters({ category })}
				onSubmit={() => setFilters({ search: typed })}
				searchField={searchField}
			/>
			<QuestionListBar
				filters={filters}
				categories={categories}
				unread={unread}
				watched={watched}
				isLoading={isLoading}
				isEmpty={isEmpty}
				onClear={clear}
			/>
			{query.error && <FetchError title="Failed to fetch questions" error={query.error} onRetry={refetch} />}
			{isEmpty && <NoQuestions filters={filters} onClear={clear} />}
			<ul className="border-b border-rule empty:border-0">
				{questions.map((question) => (
					<QuestionRow key={question.id} question={question} now={now} />
				))}
			</ul>
			<LoadMore
				of={query}
				atLeast={total >= (isSearched ? MAX_MATCHES : filters.show === '' ? Infinity : MAX_COUNTED)}
			/>
		</>
	)
}
