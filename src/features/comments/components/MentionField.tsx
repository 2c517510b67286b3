import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import { TextAreaField } from '#src/components/ui/forms/Field.tsx'
import { useQuery } from '#src/lib/api/query.ts'
import { mentionAt } from '#src/lib/text/mentions.ts'
import { caretLineBottom } from '../caret-line.ts'
import { suggestMembersQuery } from '../queries.ts'

type Member = { name: string; username: string }

/** Returns the members that the server suggests for the text. */
function useSuggestions(typed: string | undefined): Member[] {
	const { data, isPlaceholderData } = useQuery(suggestMembersQuery(typed ?? ''), {
		enabled: typed !== undefined,
		placeholder: (previous) => previous,
	})
	if (typed === undefined) return []
	// While a response is pending, filter the previous list, so Enter cannot complete a member that no longer
	// matches.
	const prefix = typed.toLowerCase()
	const matches = ({ name, username }: Member) =>
		[username, ...name.split(/\s+/)].some((word) => word.toLowerCase().startsWith(prefix))
	return (data ?? []).filter((member) => !isPlaceholderData || matches(member))
}

type OptionsProps = {
	id: string
	members: readonly Member[]
	chosen: Member
	top: number
	onChoose: (at: number) => void
	onInsert: (username: string) => void
}

function MemberOptions({ id, members, chosen, top, onChoose, onInsert }: OptionsProps) {
	return (
		<div id={id} role="listbox" aria-label="Members" className="mention-list" style={{ top }}>
			{members.map((member, index) => (
				// The text area keeps the focus and handles the keyboard.
				// biome-ignore lint/a11y/useKeyWithClickEvents: see above
				<div
					key={member.username}
					id={`${id}-${member.username}`}
					role="option"
					tabIndex={-1}
					aria-selected={member === chosen}
					className="mention-option"
					onMouseDown={(event) => event.preventDefault()}
					onMouseEnter={() => onChoose(index)}
					onClick={() => onInsert(member.username)}
				>
					<span className="font-label">{member.name}</span>
					<span className="text-small text-muted">@{member.username}</span>
				</div>
			))}
		</div>
	)
}

function OptionsAnnouncement({ count, chosen }: { count: number; chosen: Member | undefined }) {
	const members = count === 1 ? '1 member' : `${count} members`
	return (
		<p className="sr-only" role="status">
			{chosen && `${members} to mention. ${chosen.name}, @${chosen.username}. Arrow keys choose, Enter inserts.`}
		</p>
	)
}

function useMentionOptions() {
	/** `top` places the list below the mention's line. */
	const [mention, setMention] = useState<{ start: number; typed: string; top: number }>()
	const [active, choose] = useState(0)
	const members = useSuggestions(mention?.typed)
	return {
		mention,
		members,
		chosen: members[Math.min(active, members.length - 1)],
		choose,
		step: (by: number) => choose((at) => (at + by + members.length) % members.length),
		close: () => setMention(undefined),
		updateMention(area: HTMLTextAreaElement) {
			const next = area.selectionStart === area.selectionEnd ? mentionAt(area.value, area.selectionStart) : undefined
			if (next?.typed !== mention?.typed) choose(0)
			setMention(next && { ...next, top: caretLineBottom(area, next.start) })
		},
	}
}

/**
 * Shows a text area that completes `@` and the start of a username: arrows select, Enter or Tab completes, Escape
 * closes. It stays a text field for screen readers; a live region announces options and selection.
 */
export function MentionField(field: ComponentProps<typeof TextAreaField>) {
	const { mention, members, chosen, choose, step, close, updateMention } = useMentionOptions()
	const listId = useId()
	const container = useRef<HTMLDivElement>(null)

	function insert(username: string): void {
		const area = container.current?.querySelector('textarea')
		if (!area || !mention) return
		const end = mention.start + 1 + mention.typed.length
		area.setRangeText(`@${username} `, mention.start, area.value[end] === ' ' ? end + 1 : end, 'end')
		// Simulates typing, so that React and the form detect the change.
		area.dispatchEvent(new Event('input', { bubbles: true }))
		area.focus()
		close()
	}

	function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
		if (!chosen || event.nativeEvent.isComposing) return
		const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
		if (by !== undefined) step(by)
		else if (event.key === 'Enter' || event.key === 'Tab') insert(chosen.username)
		else if (event.key === 'Escape') close()
		else return
		event.preventDefault()
	}

	return (
		<div ref={container} className="relative">
			<TextAreaField
				{...field}
				onChange={(event) => {
					field.onChange?.(event)
					updateMention(event.target)
				}}
				onSelect={(event) => updateMention(event.currentTarget)}
				onBlur={(event) => {
					field.onBlur?.(event)
					close()
				}}
				onKeyDown={onKeyDown}
				aria-autocomplete="list"
				aria-controls={chosen && listId}
				aria-activedescendant={chosen && `${listId}-${chosen.username}`}
			/>
			{mention && chosen && (
				<MemberOptions
					id={listId}
					members={members}
					chosen={chosen}
					top={mention.top}
					onChoose={choose}
					onInsert={insert}
				/>
			)}
			<OptionsAnnouncement count={members.length} chosen={chosen} />
		</div>
	)
}
