import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import { TextAreaField } from '#src/components/ui/Field.tsx'
import { useQuery } from '#src/lib/query.ts'
import { caretLineEnd } from '../caret-line.ts'
import { mentionAt } from '../mentions.ts'
import { suggestMembersQuery } from '../queries.ts'

type Props = Omit<ComponentProps<typeof TextAreaField>, 'onChange' | 'value'> & {
	value: string
	/** Gets the text as typed, or with a completed mention. */
	onText: (text: string) => void
}

/**
 * A text area in which `@` and the beginning of a username offer members: arrows choose, Enter or Tab takes, Escape
 * closes. It stays a text field for screen readers; what is offered and chosen is read out beside it.
 */
export function MentionField({ value, onText, ...field }: Props) {
	const [mention, setMention] = useState<{ start: number; typed: string }>()
	const [active, setActive] = useState(0)
	/** Where the list stands: below the line of the mention. */
	const [top, setTop] = useState(0)
	const listId = useId()
	const box = useRef<HTMLDivElement>(null)
	const { data, isPlaceholderData } = useQuery(suggestMembersQuery(mention?.typed ?? ''), {
		enabled: mention !== undefined,
		placeholder: (previous) => previous,
	})
	// While the answer to the last letter is awaited the former list stays, without whom it no longer fits: Enter
	// must not take somebody else.
	const typed = mention?.typed.toLowerCase() ?? ''
	const fits = (member: { name: string; username: string }) =>
		[member.username, ...member.name.split(/\s+/)].some((word) => word.toLowerCase().startsWith(typed))
	const members = mention ? (data ?? []).filter((member) => !isPlaceholderData || fits(member)) : []
	const isOpen = members.length > 0
	const chosen = members[Math.min(active, members.length - 1)]

	const look = (area: HTMLTextAreaElement) => {
		const found = area.selectionStart === area.selectionEnd ? mentionAt(area.value, area.selectionStart) : undefined
		if (found?.typed !== mention?.typed) setActive(0)
		setMention(found)
		if (found) setTop(caretLineEnd(area, found.start))
	}

	function take(username: string): void {
		const area = box.current?.querySelector('textarea')
		if (!area || !mention) return
		const end = mention.start + 1 + mention.typed.length
		const before = `${value.slice(0, mention.start)}@${username} `
		onText(before + value.slice(end).replace(/^ /, ''))
		setMention(undefined)
		// After React has put the new text there, or the caret would go to its end.
		requestAnimationFrame(() => {
			area.focus()
			area.setSelectionRange(before.length, before.length)
		})
	}

	function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
		if (!isOpen || !chosen || event.nativeEvent.isComposing) return
		const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
		const step = steps[event.key]
		if (step !== undefined) setActive((at) => (at + step + members.length) % members.length)
		else if (event.key === 'Enter' || event.key === 'Tab') take(chosen.username)
		else if (event.key === 'Escape') setMention(undefined)
		else return
		event.preventDefault()
	}

	return (
		<div ref={box} className="relative">
			<TextAreaField
				{...field}
				value={value}
				onChange={(event) => {
					onText(event.target.value)
					look(event.target)
				}}
				onSelect={(event) => look(event.currentTarget)}
				onBlur={() => setMention(undefined)}
				onKeyDown={onKeyDown}
				aria-autocomplete="list"
				aria-controls={isOpen ? listId : undefined}
				aria-activedescendant={isOpen ? `${listId}-${chosen?.username}` : undefined}
			/>
			{isOpen && (
				<div id={listId} role="listbox" aria-label="Members" className="mention-list" style={{ top }}>
					{members.map((member, index) => (
						// The keyboard chooses in the text area, which keeps the focus.
						// biome-ignore lint/a11y/useKeyWithClickEvents: see above
						<div
							key={member.username}
							id={`${listId}-${member.username}`}
							role="option"
							tabIndex={-1}
							aria-selected={member === chosen}
							className="mention-option"
							onMouseDown={(event) => event.preventDefault()}
							onMouseEnter={() => setActive(index)}
							onClick={() => take(member.username)}
						>
							<span className="font-label">{member.name}</span>
							<span className="text-small text-muted">@{member.username}</span>
						</div>
					))}
				</div>
			)}
			<p className="sr-only" role="status">
				{isOpen && chosen
					? `${members.length === 1 ? '1 member' : `${members.length} members`} to mention. ${chosen.name}, @${chosen.username}. Arrows choose, Enter takes.`
					: ''}
			</p>
		</div>
	)
}
