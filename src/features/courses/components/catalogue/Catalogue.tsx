import { useStore } from '@nanostores/react'
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { Tabs } from '#src/components/ui/lists/Tabs.tsx'
import { Skeleton } from '#src/components/ui/Skeleton.tsx'
import { classes } from '#src/components/ui/styles.ts'
import { $user } from '#src/lib/api/auth-state.ts'
import { useQuery } from '#src/lib/api/query.ts'
import type { Course, CourseProgress, EnrolledCourse } from '../../contract.ts'
import { listCoursesQuery, listUserCoursesQuery } from '../../queries.ts'
import { CatalogueControls } from './CatalogueControls.tsx'
import { CourseCard } from './CourseCard.tsx'
import { CARDS, type Filter, filterCourses, isFiltering, NO_FILTER } from './catalogue-filter.ts'
import { type CatalogueTab, useCatalogueUrl } from './use-catalogue-address.ts'

type CardCourse = Course & { progress?: CourseProgress }

type CardsProps = { courses: readonly CardCourse[]; more?: ReactNode }

function Cards({ courses, more }: CardsProps) {
	const [count, setCount] = useState(CARDS)
	return (
		<>
			<ul className="course-cards">
				{courses.slice(0, count).map((course) => (
					<li key={course.id}>
						<CourseCard course={course} progress={course.progress} />
					</li>
				))}
			</ul>
			{courses.length > count ? (
				<p className="mt-8 text-center">
					<Button variant="line" onClick={() => setCount(count + CARDS)}>
						Show more courses
					</Button>
				</p>
			) : (
				more
			)}
		</>
	)
}

function CardSkeletons() {
	return (
		<div role="status" className="course-cards">
			<span className="sr-only">Loading courses...</span>
			{[0, 1, 2].map((card) => (
				<Skeleton key={card} className="h-96" />
			))}
		</div>
	)
}

function NoMatches({ onClear }: { onClear(): void }) {
	return (
		<EmptyState
			title="No matching courses found"
			action={
				<Button variant="line" onClick={onClear}>
					Clear filters
				</Button>
			}
		>
			Try other words or another difficulty.
		</EmptyState>
	)
}

function ResultCount({ label, onClear }: { label: string | undefined; onClear(): void }) {
	return (
		<div
			className={classes(
				'flex flex-wrap items-center justify-between gap-x-4 text-small text-muted',
				label !== undefined && 'mb-5',
			)}
		>
			<p role="status">{label}</p>
			{label !== undefined && (
				<button type="button" className="link py-1.5" onClick={onClear}>
					Clear filters
				</button>
			)}
		</div>
	)
}

function foundLabel(count: number, isLoading: boolean): string {
	if (isLoading) return 'Searching all courses...'
	return `${count} ${count === 1 ? 'course' : 'courses'} found`
}

type PanelProps = { filter: Filter; onClear(): void }

function withProgress(courses: readonly Course[], own: readonly EnrolledCourse[] | undefined): CardCourse[] {
	const progress = new Map(own?.map((course) => [course.id, course.progress]))
	return courses.map((course) => ({ ...course, progress: progress.get(course.id) }))
}

type AllProps = PanelProps & { first: readonly Course[]; total: number }

function AllCourses({ first, total, filter, onClear }: AllProps) {
	const user = useStore($user, { ssr: 'initial' })
	const [wantsAll, setWantsAll] = useState(false)
	const isFiltered = isFiltering(filter)
	// The page contains the newest courses; a search or a filter loads the rest. Admins load all, to see drafts.
	const needsAll = user?.role === 'admin' || ((wantsAll || isFiltered) && total > first.length)
	const all = useQuery(listCoursesQuery, { enabled: needsAll })
	const own = useQuery(listUserCoursesQuery, { enabled: Boolean(user) })
	const courses = all.data ?? first
	const matching = withProgress(filterCourses(courses, filter), own.data)
	const isLoading = needsAll && all.isFetching
	const hasMore = !all.data && !isFiltered && total > first.length
	if (all.error && needsAll)
		return <FetchError title="Failed to fetch courses" error={all.error} onRetry={all.refetch} />
	// The cards wait, so that they show progress from the start, and drafts do not shift other cards.
	if (user && (own.isPending || (user.role === 'admin' && all.isPending))) return <CardSkeletons />
	if (matching.length === 0) {
		if (isLoading) return <CardSkeletons />
		return isFiltered ? <NoMatches onClear={onClear} /> : <EmptyState title="No courses found" />
	}
	return (
		<>
			{own.error && (
				<div className="mb-6">
					<FetchError title="Failed to fetch enrolled courses" error={own.error} onRetry={own.refetch} />
				</div>
			)}
			<ResultCount label={isFiltered ? foundLabel(matching.length, isLoading) : undefined} onClear={onClear} />
			<Cards
				// Resets to the first page of cards on a new search.
				key={`${filter.search} ${filter.difficulty}`}
				courses={matching}
				more={
					hasMore && (
						<p className="needs-js mt-8 text-center">
							<Button variant="line" loading={isLoading} onClick={() => setWantsAll(true)}>
								Show more courses
							</Button>
						</p>
					)
				}
			/>
		</>
	)
}

type MyProps = PanelProps & { onBrowse(): void }

function MyCourses({ filter, onClear, onBrowse }: MyProps) {
	const own = useQuery(listUserCoursesQuery)
	if (own.isPending) return <CardSkeletons />
	if (own.error) return <FetchError title="Failed to fetch enrolled courses" error={own.error} onRetry={own.refetch} />
	if (own.data.length === 0)
		return (
			<EmptyState
				title="You aren't enrolled in any courses yet"
				action={<Button onClick={onBrowse}>Browse Courses</Button>}
			>
				Courses you enroll in appear here.
			</EmptyState>
		)
	const matching = filterCourses(own.data, filter)
	if (matching.length === 0) return <NoMatches onClear={onClear} />
	return (
		<>
			{isFiltering(filter) && <ResultCount label={foundLabel(matching.length, false)} onClear={onClear} />}
			<Cards key={`${filter.search} ${filter.difficulty}`} courses={matching} />
		</>
	)
}

type Props = {
	/** The newest published courses, rendered in the page. */
	first: Course[]
	total: number
}

/**
 * The catalog: search, difficulty, and for members their own courses. Until it is known whether the reader is signed
 * in, the page contains the layouts for visitors and for members, and CSS shows one.
 */
export function Catalogue({ first, total }: Props) {
	const user = useStore($user, { ssr: 'initial' })
	const { tab, filter, setTab, setFilter } = useCatalogueUrl()
	const deferred = useDeferredValue(filter)
	const searchRef = useRef<HTMLInputElement>(null)
	const ownRef = useRef<HTMLDivElement>(null)
	const [focusesTab, setFocusesTab] = useState(false)
	const clear = () => {
		setFilter(NO_FILTER)
		// The pressed button was removed.
		searchRef.current?.focus()
	}
	useEffect(() => {
		// After hydration, a button loads the rest. The plain list is for readers without JavaScript.
		document.getElementById('more-courses')?.setAttribute('hidden', '')
	}, [])
	useEffect(() => {
		if (focusesTab) ownRef.current?.querySelector<HTMLElement>('[role="tab"][data-state="active"]')?.focus()
		setFocusesTab(false)
	}, [focusesTab])

	const all = <AllCourses first={first} total={total} filter={deferred} onClear={clear} />
	const browse = () => {
		setTab('all')
		setFocusesTab(true)
	}
	const isKnown = Boolean(user && tab)
	return (
		<>
			<CatalogueControls searchRef={searchRef} filter={filter} onChange={setFilter} />
			{user !== null && (
				<div ref={ownRef} className="for-signed-in catalogue-own">
					<Tabs
						label="Courses"
						value={isKnown ? (tab ?? '') : ''}
						onValueChange={(value) => setTab(value as CatalogueTab)}
						tabs={[
							{
								value: 'mine',
								label: 'My Courses',
								content: isKnown && <MyCourses filter={deferred} onClear={clear} onBrowse={browse} />,
							},
							{ value: 'all', label: 'All Courses', content: isKnown && all },
						]}
					/>
					{!isKnown && (
						<div className="tab-panel">
							<CardSkeletons />
						</div>
					)}
				</div>
			)}
			{!user && <div className="for-visitor pt-6">{all}</div>}
		</>
	)
}
