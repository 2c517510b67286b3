import { ListFilter, Search } from 'lucide-react'
import { type Ref, useId } from 'react'
import { useChosenInView } from '#src/components/ui/lists/use-chosen-in-view.ts'
import { queryOf } from '#src/lib/lists/address-filters.ts'
import type { Category } from '../category-contract.ts'
import type { Filters } from '../queries.ts'
import { unreadText } from '../unread-text.ts'
import { CategoryOptions } from './CategoryOptions.tsx'

export function listUrl(filters: Filters): string {
	const query = queryOf(filters)
	return query === '' ? '/questions' : `/questions?${query}`
}

const KINDS = [
	['unread', 'Unread'],
	['', 'All'],
	['unanswered', 'Unanswered'],
	['mine', 'Mine'],
	['followed', 'Followed'],
] as const

/** Shows the tabs as links, so Back returns to the previous list, and each list can be bookmarked and shared. */
function KindLinks({ filters, unread }: { filters: Filters; unread: number }) {
	const row = useChosenInView<HTMLElement>()
	return (
		<nav ref={row} className="kind-links" aria-label="Which questions">
			{KINDS.map(([show, label]) => (
				<a key={show} href={listUrl({ ...filters, show })} aria-current={filters.show === show ? 'page' : undefined}>
					<span>{label}</span>{' '}
					{show === 'unread' && unread > 0 && <span className="kind-count">{unreadText(unread)}</span>}
				</a>
			))}
		</nav>
	)
}

type Props = {
	categories: Category[]
	/** With the search as typed. */
	filters: Filters
	unread: number
	onType: (text: string) => void
	onCategory: (id: string) => void
	onSubmit: () => void
	searchField: Ref<HTMLInputElement>
}

/**
 * Shows the tabs, the search and the category. On a phone, the search and the category are icons. Both are in a form,
 * so that they work before hydration and Enter searches immediately.
 */
export function QuestionFilters({ categories, filters, unread, onType, onCategory, onSubmit, searchField }: Props) {
	const id = useId()
	const { show, sort } = filters
	return (
		<div className="question-filters">
			<KindLinks filters={filters} unread={unread} />
			<search>
				<form
					onSubmit={(event) => {
						event.preventDefault()
						onSubmit()
					}}
				>
					{Object.entries({ show, sort }).map(
						([name, value]) => value !== '' && <input key={name} type="hidden" name={name} value={value} />,
					)}
					<div className="question-search">
						<label className="sr-only" htmlFor={`${id}-search`}>
							Search
						</label>
						<input
							ref={searchField}
							id={`${id}-search`}
							className="input"
							type="search"
							name="search"
							placeholder="Search questions"
							maxLength={200}
							value={filters.search}
							onChange={(event) => onType(event.target.value)}
						/>
						<Search aria-hidden="true" strokeWidth={1.75} />
					</div>
					<div className="question-category" data-chosen={filters.category !== '' || undefined}>
						<label className="sr-only" htmlFor={`${id}-category`}>
							Category
						</label>
						<select
							id={`${id}-category`}
							className="input"
							name="category"
							value={filters.category}
							onChange={(event) => onCategory(event.target.value)}
						>
							<option value="">All Categories</option>
							<CategoryOptions categories={categories} asFilter />
						</select>
						<ListFilter aria-hidden="true" strokeWidth={1.75} />
					</div>
				</form>
			</search>
		</div>
	)
}
