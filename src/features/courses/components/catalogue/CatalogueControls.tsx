import { Search } from 'lucide-react'
import { type RefObject, useEffect, useId, useImperativeHandle, useRef } from 'react'
import { DIFFICULTIES, type Difficulty } from '../../contract.ts'
import { difficultyLabels } from '../../course-format.ts'
import type { Filter } from './catalogue-filter.ts'

type Props = { filter: Filter; searchRef: RefObject<HTMLInputElement | null>; onChange(filter: Filter): void }

export function CatalogueControls({ filter, searchRef, onChange }: Props) {
	const id = useId()
	const search = useRef<HTMLInputElement>(null)
	useImperativeHandle(searchRef, () => search.current as HTMLInputElement)
	const select = useRef<HTMLSelectElement>(null)
	useEffect(() => {
		// Picks up input from before hydration.
		const typed = search.current?.value ?? ''
		const difficulty = (select.current?.value ?? 'all') as Filter['difficulty']
		if (typed !== '' || difficulty !== 'all') onChange({ search: typed, difficulty })
	}, [onChange])
	useEffect(() => {
		// The fields are uncontrolled, because controlled fields would discard early input. Apply changes here.
		if (search.current && search.current.value !== filter.search) search.current.value = filter.search
		if (select.current && select.current.value !== filter.difficulty) select.current.value = filter.difficulty
	}, [filter])
	return (
		<search className="needs-js catalogue-controls">
			<div className="relative flex-1">
				<label className="sr-only" htmlFor={`${id}-search`}>
					Search courses
				</label>
				<Search
					aria-hidden="true"
					strokeWidth={1.75}
					className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-muted"
				/>
				<input
					ref={search}
					id={`${id}-search`}
					type="search"
					className="input ps-11"
					placeholder="Search courses"
					defaultValue=""
					onChange={(event) => onChange({ ...filter, search: event.target.value })}
				/>
			</div>
			<div>
				<label className="sr-only" htmlFor={`${id}-difficulty`}>
					Difficulty
				</label>
				<select
					ref={select}
					id={`${id}-difficulty`}
					className="input"
					defaultValue="all"
					onChange={(event) => onChange({ ...filter, difficulty: event.target.value as Difficulty | 'all' })}
				>
					<option value="all">All difficulties</option>
					{DIFFICULTIES.map((level) => (
						<option key={level} value={level}>
							{difficultyLabels[level]}
						</option>
					))}
				</select>
			</div>
		</search>
	)
}
