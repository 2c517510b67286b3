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

type Props = {
	id: string
	editor: Editor
	onClose(): void
	/** Something about the link that the author should know. */
	onNote(text: string): void
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
		if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
			// The form around is the module's.
			event.preventDefault()
			apply()
		}
		if (event.key === 'Escape') {
			event.preventDefault()
			close()
		}
	}

	return (
		// biome-ignore lint/a11y/noNoninteractiveElementInteractions: Enter and Escape of the fields in it
		<div ref={panel} id={id} role="dialog" aria-label="Link" className="editor-panel" onKeyDown={onKey}>
			<TextField
				id={`${name}-address`}
				label="Link address"
				inputMode="url"
				autoComplete="off"
				autoCapitalize="none"
				spellCheck={false}
				placeholder="https://"
				value={address}
				hint={isNothingSelected ? 'Nothing is selected: the address becomes the text.' : undefined}
				error={error}
				onChange={(event) => {
					setAddress(event.target.value)
					setError(undefined)
				}}
			/>
			<div className="flex flex-wrap gap-2">
				<Button onClick={apply}>{known === undefined ? 'Add link' : 'Change link'}</Button>
				{known !== undefined && (
					<Button variant="line" onClick={remove}>
						Remove link
					</Button>
				)}
				<Button variant="quiet" onClick={close}>
					Cancel
				</Button>
			</div>
		</div>
	)
}
