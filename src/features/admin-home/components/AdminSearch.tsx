import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { messageOf } from '#src/lib/api/errors.ts'
import { useQuery } from '#src/lib/api/query.ts'
import { useDebounced } from '#src/lib/use-settled.ts'
import type { Hit, HitsOfKind } from '../contract.ts'
import { searchAdminQuery } from '../queries.ts'

const withMoreLinks = (kinds: readonly HitsOfKind[]) =>
	kinds.map(({ kind, hits, more }) => ({
		kind,
		hits: more ? [...hits, { title: `All ${kind.toLowerCase()} found`, detail: '', href: more }] : hits,
	}))

/** Focuses the search on Ctrl-K or Cmd-K, except in an editor, where this shortcut adds a link. */
function useShortcut(input: RefObject<HTMLInputElement | null>): void {
	useEffect(() => {
		const onKey = (event: globalThis.KeyboardEvent) => {
			if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
			if (event.target instanceof HTMLElement && event.target.isContentEditable) return
			// An open dialog makes the search unreachable.
			if (document.querySelector('dialog[open]')) return
			event.preventDefault()
			input.current?.focus()
			input.current?.select()
		}
		document.addEventListener('keydown', onKey)
		return () => document.removeEventListener('keydown', onKey)
	}, [input])
}

type ListProps = {
	id: string
	kinds: ReturnType<typeof withMoreLinks>
	/** Index of the chosen hit, counted across all kinds. */
	chosen: number
	onChoose: (at: number) => void
}

function Hits({ id, kinds, chosen, onChoose }: ListProps) {
	let at = -1
	const row = (hit: Hit, place: number) => (
		// A link, so that a hit can also open in a new tab. The search field keeps the focus and handles the keys.
		<a
			key={hit.href}
			id={`${id}-${place}`}
			role="option"
			aria-selected={place === chosen}
			tabIndex={-1}
			className="find-hit"
			href={hit.href}
			onMouseEnter={() => onChoose(place)}
		>
			<span className="find-title">{hit.title}</span>
			{hit.detail && <span className="find-detail">{hit.detail}</span>}
		</a>
	)
	return kinds.map(({ kind, hits }) => (
		// biome-ignore lint/a11y/useSemanticElements: a listbox cannot contain a fieldset
		<div key={kind} role="group" aria-label={kind} className="find-kind">
			<p aria-hidden="true" className="find-kind-name">
				{kind}
			</p>
			{hits.map((hit) => {
				at++
				return row(hit, at)
			})}
		</div>
	))
}

/** Tracks the chosen hit: the arrow keys move it, Enter opens it, Escape closes the list and then clears the field. */
function useChoice(count: number, id: string, close: () => void) {
	const [chosen, setChosen] = useState(0)
	const at = Math.min(chosen, count - 1)
	function onKeyDown(event: KeyboardEvent): void {
		if (event.key === 'Escape') close()
		if (event.key === 'Escape' || count === 0) return
		if (event.key === 'Enter') {
			event.preventDefault()
			document.getElementById(`${id}-${at}`)?.click()
			return
		}
		const next = { ArrowDown: (at + 1) % count, ArrowUp: (at - 1 + count) % count }[event.key]
		if (next === undefined) return
		event.preventDefault()
		setChosen(next)
		document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
	}
	return { chosen: at, setChosen, onKeyDown }
}

/** Returns the message to show instead of hits; empty if there are hits. */
function messageFor(words: string, count: number, isCurrent: boolean, error: unknown): string {
	if (error) return messageOf(error, 'The search failed')
	if (!isCurrent) return 'Looking...'
	return count === 0 ? `Nothing found for “${words}”` : ''
}

/** Searches screens, members, courses and questions from the header of the admin screens. */
export function AdminSearch() {
	const id = useId()
	const [typed, setTyped] = useState('')
	const [isOpen, setOpen] = useState(false)
	const input = useRef<HTMLInputElement>(null)
	useShortcut(input)
	const words = useDebounced(typed.trim())
	const query = useQuery(searchAdminQuery(words), { enabled: words !== '', placeholder: (before) => before })
	const isListOpen = isOpen && typed.trim() !== ''
	const kinds = isListOpen && words !== '' && query.data ? withMoreLinks(query.data) : []
	const count = kinds.reduce((sum, { hits }) => sum + hits.length, 0)
	const isCurrent = words === typed.trim() && !query.isFetching
	const { chosen, setChosen, onKeyDown } = useChoice(count, id, () => (isOpen ? setOpen(false) : setTyped('')))
	const message = messageFor(words, count, isCurrent, query.error)
	return (
		<div className="find">
			<Search aria-hidden="true" className="find-icon" strokeWidth={1.75} />
			<input
				ref={input}
				type="text"
				role="combobox"
				className="input find-input"
				aria-label="Find in the club"
				aria-expanded={isListOpen}
				aria-controls={`${id}-hits`}
				aria-autocomplete="list"
				aria-activedescendant={count > 0 ? `${id}-${chosen}` : undefined}
				aria-keyshortcuts="Control+K Meta+K"
				placeholder="Find in the club"
				autoComplete="off"
				spellCheck={false}
				maxLength={200}
				value={typed}
				onFocus={() => setOpen(true)}
				onBlur={({ relatedTarget }) => {
					// A click on a hit moves the focus before the click event.
					if (!document.getElementById(`${id}-hits`)?.contains(relatedTarget)) setOpen(false)
				}}
				onChange={(event) => {
					setTyped(event.target.value)
					setChosen(0)
					setOpen(true)
				}}
				onKeyDown={onKeyDown}
			/>
			<div className="find-hits" hidden={!isListOpen}>
				<div id={`${id}-hits`} role="listbox" aria-label="Found">
					<Hits id={id} kinds={kinds} chosen={chosen} onChoose={setChosen} />
				</div>
				<p role="status" className={message === '' ? 'sr-only' : 'find-status'}>
					{isListOpen && (message === '' ? `${count} found` : message)}
				</p>
			</div>
		</div>
	)
}
