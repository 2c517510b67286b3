import { Eye } from 'lucide-react'
import { Button } from '#src/components/ui/Button.tsx'
import { Spinner } from '#src/components/ui/Spinner.tsx'
import { useSavedChoice } from '#src/features/notifications/components/use-saved-choice.ts'
import { watchCategoryMutation } from '#src/features/notifications/queries.ts'
import { useMutation } from '#src/lib/api/query.ts'
import type { Category } from '../category-contract.ts'
import { type Filters, readAllQuestionsMutation } from '../queries.ts'
import type { UnreadQuestions } from '../unread-contract.ts'
import { listUrl } from './QuestionFilters.tsx'

const ORDERS = [
	['', 'Last activity'],
	['newest', 'Newest first'],
] as const

/** Shows the orders as links, like the tabs: an order can be bookmarked, and Back returns to the previous one. */
function OrderLinks({ filters }: { filters: Filters }) {
	const isNewest = filters.sort === 'newest'
	return (
		<nav className="flex gap-x-4" aria-label="Order">
			{ORDERS.map(([sort, label]) => (
				<a
					key={sort}
					className="order-link"
					href={listUrl({ ...filters, sort })}
					aria-current={isNewest === (sort === 'newest') ? 'page' : undefined}
				>
					{label}
				</a>
			))}
		</nav>
	)
}

const useWatched = (initial: string[]) => useSavedChoice(watchCategoryMutation, initial)

type WatchProps = { category: string; categories: Category[]; watched: ReturnType<typeof useWatched> }

/** Watches the chosen category, to get a notification for each new question. Watching a parent covers its children. */
function WatchToggle({ category, categories, watched: { chosen, save, isPending } }: WatchProps) {
	const chosenCategory = categories.find(({ id }) => id === category)
	if (!chosenCategory) return null
	const parent = categories.find(({ id }) => id === chosenCategory.parentCategoryId)
	const isWatched = chosen.includes(category)
	return (
		<>
			<span className="sm:hidden">{chosenCategory.name}</span>
			{parent && chosen.includes(parent.id) ? (
				<span>Watched with {parent.name}</span>
			) : (
				<Button
					variant="quiet"
					aria-pressed={isWatched}
					disabled={isPending}
					onClick={() =>
						save(isWatched ? chosen.filter((id) => id !== category) : [...chosen, category], {
							id: category,
							isWatched: !isWatched,
						})
					}
				>
					<Eye aria-hidden="true" className="size-4" strokeWidth={1.75} />
					{isWatched ? 'Watching' : 'Watch'}
				</Button>
			)}
		</>
	)
}

/** Marks all counted questions as read. The button disappears once none are unread. */
function ReadAllButton({ unread }: { unread: UnreadQuestions }) {
	const readAll = useMutation(readAllQuestionsMutation)
	return (
		<Button variant="quiet" className="needs-js" loading={readAll.isPending} onClick={() => readAll.mutate(unread)}>
			Mark all as read
		</Button>
	)
}

type Props = {
	filters: Filters
	categories: Category[]
	unread: UnreadQuestions
	/** Ids of the watched categories. */
	watched: string[]
	isLoading: boolean
	/** Whether nothing was found. For a search, the empty state already has a button that clears it. */
	isEmpty: boolean
	onClear: () => void
}

/** Shows the bar above the list: its order or its loading state, and the actions on the whole list. */
export function QuestionListBar({ filters, categories, unread, watched: initial, isLoading, isEmpty, onClear }: Props) {
	const { category, show, search } = filters
	const watched = useWatched(initial)
	const isSearched = search.trim() !== ''
	const hasFilters = isSearched || category !== ''
	// Unread questions are sorted by activity; for unanswered ones, both orders are the same.
	const hasOrders = !isSearched && show !== 'unread' && show !== 'unanswered'
	return (
		<div className="question-bar">
			<div>
				<div role="status">
					{isLoading ? (
						<span className="flex items-center gap-2">
							<Spinner /> Loading questions
						</span>
					) : (
						isSearched && <span>Best matches first</span>
					)}
				</div>
				{!isLoading && hasOrders && <OrderLinks filters={filters} />}
			</div>
			<div className="flex flex-wrap items-center gap-x-3">
				{category !== '' && <WatchToggle category={category} categories={categories} watched={watched} />}
				{hasFilters && !(isSearched && isEmpty) && (
					<button type="button" className="link py-1.5" onClick={onClear}>
						Clear filters
					</button>
				)}
				{!hasFilters && unread.count > 0 && <ReadAllButton unread={unread} />}
			</div>
		</div>
	)
}
