import { useEditorState } from '@tiptap/react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { TextField } from '#src/components/ui/forms/Field.tsx'
import { linkOf } from '#src/lib/forms/link-input.ts'
import { panelKeys } from './panel-keys.ts'
import type { Editor } from './Toolbar.tsx'
import { usePositionAtSelection } from './use-position-at-selection.ts'

const NO_ADDRESS = 'We cannot link to this address. Use a format like https://example.com or /courses'

/** Turns the selection into a link, or inserts `text` as a link if nothing is selected. */
function setLink(editor: Editor, href: string, text: string | undefined): void {
	const chain = editor.chain().focus()
	if (text === undefined) chain.extendMarkRange('link').setLink({ href }).run()
	else chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }).run()
}

/** Attributes of a field for a web address. */
export const ADDRESS_FIELD = {
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
	/** Shows a hint about the link. */
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

/** Opens a link in a new tab, so the editor stays open. */
const OpenLink = ({ href }: { href: string }) => (
	<a className="editor-word" href={href} target="_blank" rel="noopener noreferrer">
		Open<span className="sr-only"> the link in a new tab</span>
	</a>
)

/** Shows the link at the cursor, with its actions. */
export function LinkPeek({ editor, onEdit }: { editor: Editor; onEdit(): void }) {
	const href = useEditorState({
		editor,
		selector: ({ editor: now }) => now.isActive('link') && (now.getAttributes('link').href as string | undefined),
	})
	return href ? <Peek key={href} href={href} editor={editor} onEdit={onEdit} /> : null
}

function Peek({ href, editor, onEdit }: { href: string; editor: Editor; onEdit(): void }) {
	const box = useRef<HTMLDivElement>(null)
	usePositionAtSelection(box, editor)
	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
		<div ref={box} role="group" aria-label="Link" className="editor-popover editor-peek">
			<span className="editor-address">{href}</span>
			<button type="button" className="editor-word" onClick={onEdit}>
				Edit<span className="sr-only"> the link</span>
			</button>
			<OpenLink href={href} />
			<button type="button" className="editor-word" onClick={() => removeLink(editor)}>
				Remove<span className="sr-only"> the link</span>
			</button>
		</div>
	)
}

const removeLink = (editor: Editor) => editor.chain().focus().extendMarkRange('link').unsetLink().run()

/** Sets, changes or removes the link at the cursor. Not a form element, because it is inside a form. */
export function LinkPanel({ id, editor, onClose, onNote }: Props) {
	const name = useId()
	const panel = useRef<HTMLDivElement>(null)
	const known = editor.getAttributes('link').href as string | undefined
	const [address, setAddress] = useState(known ?? '')
	const [error, setError] = useState<string>()
	usePositionAtSelection(panel, editor)
	const isNothingSelected = editor.state.selection.empty && known === undefined
	useEffect(() => {
		// Runs after the panel is positioned, so the page does not jump.
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
		onNote(link.wasHttp ? `The link now starts with https://. Check that it opens: ${href}` : '')
		onClose()
	}
	function remove() {
		removeLink(editor)
		onClose()
	}
	return (
		// biome-ignore lint/a11y/noNoninteractiveElementInteractions: handles Enter and Escape of its fields
		<div
			ref={panel}
			id={id}
			role="dialog"
			aria-label="Link"
			className="editor-popover editor-panel"
			onKeyDown={panelKeys({ apply, close })}
		>
			<TextField
				id={`${name}-address`}
				label="Link address"
				{...ADDRESS_FIELD}
				value={address}
				hint={isNothingSelected ? 'No text is selected, so the address becomes the link text.' : undefined}
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
