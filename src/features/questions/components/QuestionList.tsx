import { type Ref, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { SelectField } from '#src/components/ui/forms/Field.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { LoadMore } from '#src/components/ui/lists/LoadMore.tsx'
import { useChosenInView } from '#src/components/ui/lists/use-chosen-in-view.ts'
import { Spinner } from '#src/components/ui/Spinner.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { useList } from '#src/lib/api/query-list.ts'
import { queryOf, useAddressFilters } from '#src/lib/lists/address-filters.ts'
import type { Page } from '#src/lib/site/page.ts'
import { useDebounced } from '#src/lib/use-settled.ts'
import type { Category } from '../category-contract.ts'
import { MAX_COUNTED, MAX_MATCHES, type QuestionSummary, type ShownKind } from '../contract.ts'
import { type Filters, listQuestionsQuery } from '../queries.ts'
import { CategoryOptions } from './CategoryOptions.tsx'
import { QuestionRow } from './QuestionRow.tsx'

type SearchProps = {
	categories: Category[]
	typed: string
	category: string
	show: Filters['show']
	onType: (text: string) => void
	onCategory: (id: string) => void
	onSubmit: () => void
	searchField: Ref<HTMLInputElement>
}

/** A form, so it works before hydration, and Enter searches immediately. */
function SearchForm({ categories, typed, category, show, onType, onCategory, onSubmit, searchField }: SearchProps) {
	const searchId = useId()
	return (
		<search>
			<form
				className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_18rem]"
				onSubmit={(event) => {
					event.preventDefault()
					onSubmit()
				}}
			>
				{show !== '' && <input type="hidden" name="show" value={show} />}
				<div className="field">
					<label className="label" htmlFor={searchId}>
						Search
					</label>
					<input
						ref={searchField}
						id={searchId}
						className="input"
						type="search"
						name="search"
						placeholder="Search questions"
						maxLength={200}
						value={typed}
						onChange={(event) => onType(event.target.value)}
					/>
				</div>
				<SelectField
					label="Category"
					name="category"
					value={category}
					onChange={(event) => onCategory(event.target.value)}
				>
					<option value="">All Categories</option>
					<CategoryOptions categories={categories} asFilter />
				</SelectField>
			</form>
		</search>
	)
}

const KINDS = [
	['', 'All'],
	['unanswered', 'Unanswered'],
	['mine', 'Mine'],
	['followed', 'Followed'],
] as const

/** Links, so Back returns to the previous list, and each list can be opened, bookmarked and shared. */
function KindLinks({ filters }: { filters: Filters }) {
	const row = useChosenInView<HTMLElement>()
	const addressOf = (show: Filters['show']) => {
		const query = queryOf({ ...filters, show })
		return query === '' ? '/questions' : `/questions?${query}`
	}
	return (
		<nav ref={row} className="kind-links" aria-label="Which questions">
			{KINDS.map(([show, label]) => (
				<a key={show} href={addressOf(show)} aria-current={filters.show === show ? 'page' : undefined}>
					{label}
				</a>
			))}
		</nav>
	)
}

const NONE: Record<ShownKind, string> = {
	unanswered: 'Every question here has been answered.',
	mine: 'You have not asked a question here yet.',
	followed: 'You do not follow any question here. You follow a question when you ask it or comment on it.',
}

function NothingFound({ filters, onClear }: { filters: Filters; onClear: () => void }) {
	return (
		<div className="card mt-2">
			{filters.search.trim() ? (
				<EmptyState
					title="No questions yet"
					action={
						<Button variant="line" onClick={onClear}>
							Clear filters
						</Button>
					}
				>
					No questions match. Try other words, or ask your question.
				</EmptyState>
			) : (
				<EmptyState
					title="No questions yet"
					action={
						<a className={buttonClass()} href="/questions/new">
							Ask Question
						</a>
					}
				>
					{filters.show !== ''
						? NONE[filters.show]
						: filters.category === ''
							? 'Ask the first one. Someone here has seen it before.'
							: 'No questions in this category yet.'}
				</EmptyState>
			)}
		</div>
	)
}

type Props = {
	categories: Category[]
	/** The filters in the address, and their first page. */
	filters: Filters
	initial: Page<QuestionSummary>
}

export function QuestionList({ categories, filters: first, initial }: Props) {
	const { filters, isFirst, isNarrowed, setFilters } = useAddressFilters(first)
	const [typed, setTyped] = useState(first.search)
	const search = useDebounced(typed)
	useEffect(() => setFilters({ search }), [search, setFilters])
	// A space at the end of the search changes its result, but not the address.
	const isAsRendered = isFirst && filters.search === first.search
	const query = useList(listQuestionsQuery(filters), { initial: isAsRendered ? initial : undefined })
	const { items: questions, total } = query
	const isSearched = filters.search.trim() !== ''
	const searchField = useRef<HTMLInputElement>(null)
	const { refetch } = query
	useEffect(() => {
		// The back/forward cache may restore stale unread marks.
		const again = ({ persisted }: PageTransitionEvent) => persisted && refetch()
		window.addEventListener('pageshow', again)
		return () => window.removeEventListener('pageshow', again)
	}, [refetch])
	const clear = () => {
		setTyped('')
		setFilters({ category: '', search: '', show: '' })
		// Clearing removes the button, so move the focus.
		searchField.current?.focus()
	}

	return (
		<>
			<SearchForm
				categories={categories}
				typed={typed}
				category={filters.category}
				show={filters.show}
				onType={setTyped}
				onCategory={(category) => setFilters({ category })}
				onSubmit={() => setFilters({ search: typed })}
				searchField={searchField}
			/>
			<KindLinks filters={{ ...filters, search: typed }} />
			<div className="mt-2 flex min-h-9 flex-wrap items-center justify-between gap-x-4 text-small text-muted">
				<div role="status">
					{query.isFetching && !query.isLoadingMore ? (
						<span className="flex items-center gap-2">
							<Spinner /> Loading questions
						</span>
					) : (
						questions.length > 0 && (isSearched ? 'Best matches first' : 'Newest first')
					)}
				</div>
				{isNarrowed && (questions.length > 0 || !isSearched) && (
					<button type="button" className="link py-1.5" onClick={clear}>
						Clear filters
					</button>
				)}
			</div>
			{query.error && <FetchError title="Failed to fetch questions" error={query.error} onRetry={query.refetch} />}
			{!query.error && !query.isFetching && questions.length === 0 && (
				<NothingFound filters={filters} onClear={clear} />
			)}
			<ul className="mt-2 border-b border-rule empty:border-0">
				{questions.map((question) => (
					<QuestionRow key={question.id} question={question} />
				))}
			</ul>
			<LoadMore
				of={query}
				atLeast={total >= (isSearched ? MAX_MATCHES : filters.show === '' ? Infinity : MAX_COUNTED)}
			/>
		</>
	)
}
