import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { EditorContent, useEditor } from '@tiptap/react'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { editorExtensions } from './editor-extensions.ts'
import { LinkPanel, LinkPeek } from './LinkPanel.tsx'
import { PicturePanel } from './PicturePanel.tsx'
import { cleanPaste, describeLosses, type TopHeading } from './paste/clean-paste.ts'
import { type PanelName, Toolbar } from './Toolbar.tsx'

const NO_PICTURE = 'You can only add pictures here.'
const ONE_PICTURE = 'Add one picture at a time. We added the first one.'

/** Returns whether the HTML was copied from the editor and can be pasted unchanged. */
const isOwnCopy = (html: string) => /data-pm-slice/.test(html) && !/<(h1|h5|h6)\b|<img(?![^>]*\salt=)/i.test(html)

const hasOnlyFiles = (data: DataTransfer | null) =>
	data !== null && data.files.length > 0 && data.getData('text/html') === '' && data.getData('text/plain') === ''

type Props = {
	label: string
	/** Name of the form field, which the error summary links to. */
	field: string
	/** Initial HTML. Later values are ignored: the editor owns the text. */
	initial: string
	error?: string | undefined
	/** Adds “(optional)” to the label. */
	optional?: boolean
	/** Why pictures are not allowed, shown after one is pasted or dropped; absent if they are allowed. */
	noPictures?: string
	/** Top heading level of a pasted document. */
	topHeading?: TopHeading
	onChange(html: string): void
}

/** A closable hint about the text. */
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

/** Returns the handlers for pasted and dropped content: it is cleaned, or rejected with a hint. */
function pasteHandlers(
	note: (text: string) => void,
	onPicture: (file: File) => void,
	noPictures: string | undefined,
	topHeading: TopHeading | undefined,
) {
	function takesFiles(data: DataTransfer | null): boolean {
		if (!data || !hasOnlyFiles(data)) return false
		const files = [...data.files]
		if (noPictures !== undefined) {
			note(noPictures)
			return true
		}
		const picture = files.find(({ type }) => type.startsWith('image/'))
		note(!picture ? NO_PICTURE : files.length > 1 ? ONE_PICTURE : '')
		if (picture) onPicture(picture)
		return true
	}
	return {
		transformPastedHTML(html: string) {
			if (isOwnCopy(html) && (noPictures === undefined || !/<img\b/i.test(html))) return html
			const cleaned = cleanPaste(html, topHeading)
			note(describeLosses(cleaned.losses, noPictures))
			return cleaned.html
		},
		handlePaste: (_: unknown, { clipboardData }: ClipboardEvent) => takesFiles(clipboardData),
		handleDrop: (_: unknown, { dataTransfer }: DragEvent) => takesFiles(dataTransfer),
	}
}

/** Reads the selection from the DOM: browsers report it with a delay, and a quick shortcut may come first. */
function syncSelection(view: EditorView): void {
	const { anchorNode, anchorOffset, focusNode, focusOffset, isCollapsed } = getSelection() ?? {}
	if (isCollapsed !== false || !anchorNode || !focusNode || !view.state.selection.empty) return
	if (!view.dom.contains(anchorNode) || !view.dom.contains(focusNode)) return
	const at = (node: Node, offset = 0) => view.state.doc.resolve(view.posAtDOM(node, offset))
	const selection = TextSelection.between(at(anchorNode, anchorOffset), at(focusNode, focusOffset))
	view.dispatch(view.state.tr.setSelection(selection))
}

/** Returns the handler of Ctrl-K and Cmd-K, which add a link. */
const linkKey = (openLink: () => void) => (view: EditorView, event: KeyboardEvent) => {
	if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return false
	event.preventDefault()
	syncSelection(view)
	openLink()
	return true
}

/** Scrolls clear of the toolbar and the save bar. */
const scrollMargins = {
	scrollMargin: { top: 72, bottom: 110, left: 0, right: 0 },
	scrollThreshold: { top: 72, bottom: 110, left: 0, right: 0 },
}

const attributesOf = (id: string, field: string, error: string | undefined) => ({
	class: 'prose',
	role: 'textbox',
	'aria-multiline': 'true',
	'aria-labelledby': `${id}-label`,
	'aria-describedby': `${id}-error`,
	'aria-invalid': error ? 'true' : 'false',
	'data-field': field,
	// Otherwise a browser's translation would be saved as the text.
	translate: 'no',
})

const Label = ({ id, text, isOptional }: { id: string; text: string; isOptional: boolean | undefined }) => (
	<span className="label">
		<span id={id}>{text}</span>
		{isOptional && <span className="label-note"> (optional)</span>}
	</span>
)

/** Edits rich text. */
export function RichTextEditor({ label, field, initial, error, optional, noPictures, topHeading, onChange }: Props) {
	const id = useId()
	const [note, setNote] = useState('')
	const [panel, setPanel] = useState<PanelName>()
	const [file, setFile] = useState<File>()
	function show(name?: PanelName, picture?: File) {
		setPanel(name)
		setFile(picture)
	}
	const editor = useEditor({
		// The style sheet has these rules; the CSP blocks a style element.
		injectCSS: false,
		immediatelyRender: false,
		content: initial,
		extensions: editorExtensions,
		editorProps: {
			...scrollMargins,
			attributes: attributesOf(id, field, error),
			...pasteHandlers(setNote, (picture) => show('picture', picture), noPictures, topHeading),
			handleKeyDown: linkKey(() => show('link')),
		},
		onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
	})
	function closeNote() {
		setNote('')
		editor?.commands.focus()
	}
	return (
		<div className="field">
			<Label id={`${id}-label`} text={label} isOptional={optional} />
			<div className="editor" data-invalid={error ? '' : undefined}>
				{editor && (
					<Toolbar
						editor={editor}
						hasPictures={noPictures === undefined}
						openPanel={panel && { name: panel, id: `${id}-panel` }}
						onPanel={(name) => show(panel === name ? undefined : name)}
					/>
				)}
				{editor && panel === 'picture' && (
					<PicturePanel id={`${id}-panel`} editor={editor} file={file} onClose={() => show()} />
				)}
				<Note text={note} onClose={closeNote} />
				<div className="editor-text">
					<EditorContent editor={editor} />
					{editor && panel === 'link' && (
						<LinkPanel id={`${id}-panel`} editor={editor} onClose={() => show()} onNote={setNote} />
					)}
					{editor && !panel && <LinkPeek editor={editor} onEdit={() => show('link')} />}
				</div>
			</div>
			<p className="field-error" id={`${id}-error`} aria-live="polite">
				{error}
			</p>
		</div>
	)
}
