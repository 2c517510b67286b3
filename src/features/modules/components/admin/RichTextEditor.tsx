import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { EditorContent, useEditor } from '@tiptap/react'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { editorExtensions } from './editor-extensions.ts'
import { LinkPanel } from './LinkPanel.tsx'
import { cleanPaste, describeLosses } from './paste/clean-paste.ts'
import { Toolbar } from './Toolbar.tsx'

const PICTURE_PASTED = 'Not taken over: a picture. A module holds no pictures; describe it, or link to where it is.'

/** What the editor copied itself is taken as it is. */
const isOwnCopy = (html: string) => /data-pm-slice/.test(html) && !/<(h1|h2|h5|h6|img)\b/i.test(html)

const hasOnlyFiles = (data: DataTransfer | null) =>
	data !== null && data.files.length > 0 && data.getData('text/html') === '' && data.getData('text/plain') === ''

type Props = {
	label: string
	/** Its name in the form, for the way to it from the summary of errors. */
	field: string
	/** HTML to begin with. Later values are not taken over: the editor holds the text. */
	initial: string
	error?: string | undefined
	onChange(html: string): void
}

/** Something about the text that the author should know, until it is closed. */
function Note({ text, onClose }: { text: string; onClose(): void }) {
	return (
		<div role="status">
			{text && (
				<div className="editor-note">
					<p>{text}</p>
					<button type="button" className="icon-btn" aria-label="Close this note" onClick={onClose}>
						<X aria-hidden="true" strokeWidth={1.75} />
					</button>
				</div>
			)}
		</div>
	)
}

/** What happens to what is pasted or dropped: cleaned, or refused with a note. */
function pasting(note: (text: string) => void) {
	function refusesFiles(data: DataTransfer | null): boolean {
		if (!hasOnlyFiles(data)) return false
		note(PICTURE_PASTED)
		return true
	}
	return {
		transformPastedHTML(html: string) {
			if (isOwnCopy(html)) return html
			const cleaned = cleanPaste(html)
			note(describeLosses(cleaned.losses))
			return cleaned.html
		},
		handlePaste: (_: unknown, { clipboardData }: ClipboardEvent) => refusesFiles(clipboardData),
		handleDrop: (_: unknown, { dataTransfer }: DragEvent) => refusesFiles(dataTransfer),
	}
}

/** Browsers tell of a selection a moment after it was made: whoever is quick with a shortcut is ahead of it. */
function takeSelection(view: EditorView): void {
	const { anchorNode, anchorOffset, focusNode, focusOffset, isCollapsed } = getSelection() ?? {}
	if (isCollapsed !== false || !anchorNode || !focusNode || !view.state.selection.empty) return
	if (!view.dom.contains(anchorNode) || !view.dom.contains(focusNode)) return
	const at = (node: Node, offset = 0) => view.state.doc.resolve(view.posAtDOM(node, offset))
	const selection = TextSelection.between(at(anchorNode, anchorOffset), at(focusNode, focusOffset))
	view.dispatch(view.state.tr.setSelection(selection))
}

/** Writes the content of a module. */
export function RichTextEditor({ label, field, initial, error, onChange }: Props) {
	const id = useId()
	const [note, setNote] = useState('')
	const [hasLinkPanel, setHasLinkPanel] = useState(false)
	const editor = useEditor({
		// The style sheet has these rules; a style element would be refused by the Content-Security-Policy.
		injectCSS: false,
		immediatelyRender: false,
		content: initial,
		extensions: editorExtensions,
		editorProps: {
			attributes: {
				class: 'prose',
				role: 'textbox',
				'aria-multiline': 'true',
				'aria-labelledby': `${id}-label`,
				'aria-describedby': `${id}-error`,
				'aria-invalid': error ? 'true' : 'false',
				'data-field': field,
			},
			...pasting(setNote),
			handleKeyDown(view, event) {
				if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return false
				event.preventDefault()
				takeSelection(view)
				setHasLinkPanel(true)
				return true
			},
		},
		onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
	})
	function closeNote() {
		setNote('')
		editor?.commands.focus()
	}
	return (
		<div className="field">
			<span id={`${id}-label`} className="label">
				{label}
			</span>
			<div className="editor" data-invalid={error ? '' : undefined}>
				{editor && (
					<Toolbar
						editor={editor}
						openPanel={hasLinkPanel ? `${id}-link` : undefined}
						onLink={() => setHasLinkPanel(!hasLinkPanel)}
					/>
				)}
				{editor && hasLinkPanel && (
					<LinkPanel id={`${id}-link`} editor={editor} onClose={() => setHasLinkPanel(false)} onNote={setNote} />
				)}
				<Note text={note} onClose={closeNote} />
				<EditorContent editor={editor} />
			</div>
			<p className="field-error" id={`${id}-error`} aria-live="polite">
				{error}
			</p>
		</div>
	)
}
