import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { TextField } from '#src/components/ui/Field.tsx'
import { linkOf } from '#src/lib/link-input.ts'
import type { Editor } from './Toolbar.tsx'

const NO_ADDRESS = 'That is not an address we can link to. Write it like https://example.com or /courses'

/** Makes what is selected a link, or puts this text there where nothing is. */
function setLink(editor: Editor, href: string, text: string | undefined): void {
	const chain = editor.chain().focus()
	if (text === undefined) chain.extendMarkRange('link').setLink({ href }).run()
	else chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }).run()
}

const ADDRESS = {
	label: 'Link address',
	inputMode: 'url',
	autoComplete: 'off',
	autoCapitalize: 'none',
	spellCheck: false,
	placeholder: 'https://',
} as const

type Props = {
	id: string
	editor: Editor
	onClose(): void
	/** Something about the link that the author should know. */
	onNote(text: string): void
}

type ButtonsProps = { isNew: boolean; onApply(): void; onRemove(): void; onCancel(): void }

function Buttons({ isNew, onApply, onRemove, onCancel }: ButtonsProps) {
	return (
		<div className="flex flex-wrap gap-2">
			<Button onClick={onApply}>{isNew ? 'Add link' : 'Change link'}</Button>
			{!isNew && (
				<Button variant="line" onClick={onRemove}>
					Remove link
				</Button>
			)}
			<Button variant="quiet" onClick={onCancel}>
				Cancel
			</Button>
		</div>
	)
}

/** Sets, changes or removes the link at the cursor. It stands in the page, below the toolbar, and is no form of its own. */
export function LinkPanel({ id, editor, onClose, onNote }: Props) {
	const name = useId()
	const panel = useRef<HTMLDivElement>(null)
	const known = editor.getAttributes('link').href as string | undefined
	const [address, setAddress] = useState(known ?? '')
	const [error, setError] = useState<string>()
	const isNothingSelected = editor.state.selection.empty && known === undefined
	useEffect(() => {
		panel.current?.querySelector('input')?.select()
	}, [])

	function close() {
		onClose()
		editor.commands.focus()
	}

	function apply() {
		const link = linkOf(address)
		if (!link) {
			setError(NO_ADDRESS)
			panel.current?.querySelector('input')?.focus()
			return
		}
		const { href } = link
		setLink(editor, href, isNothingSelected ? address.trim() : undefined)
		onNote(link.wasHttp ? `The link begins with https:// now; check that it opens: ${href}` : '')
		onClose()
	}

	function remove() {
		editor.chain().focus().extendMarkRange('link').unsetLink().run()
		onClose()
	}

	function onKey(event: KeyboardEvent) {
		const act = { Enter: event.target instanceof HTMLInputElement ? apply : undefined, Escape: close }[event.key]
		// The form around is the module's.
		if (act) event.preventDefault()
		act?.()
	}

	return (
		// biome-ignore lint/a11y/noNoninteractiveElementInteractions: Enter and Escape of the fields in it
		<div ref={panel} id={id} role="dialog" aria-label="Link" className="editor-panel" onKeyDown={onKey}>
			<TextField
				id={`${name}-address`}
				{...ADDRESS}
				value={address}
				hint={isNothingSelected ? 'Nothing is selected: the address becomes the text.' : undefined}
				error={error}
				onChange={(event) => {
					setAddress(event.target.value)
					setError(undefined)
				}}
			/>
			<Buttons isNew={known === undefined} onApply={apply} onRemove={remove} onCancel={close} />
		</div>
	)
}
