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

const NO_PICTURE = 'Only pictures can be put into a text.'
const ONE_PICTURE = 'One picture at a time: the first one was taken.'

/** What the editor copied itself is taken as it is. */
const isOwnCopy = (html: string) => /data-pm-slice/.test(html) && !/<(h1|h5|h6)\b|<img(?![^>]*\salt=)/i.test(html)

const hasOnlyFiles = (data: DataTransfer | null) =>
	data !== null && data.files.length > 0 && data.getData('text/html') === '' && data.getData('text/plain') === ''

type Props = {
	label: string
	/** Its name in the form, for the way to it from the summary of errors. */
	field: string
	/** HTML to begin with. Later values are not taken over: the editor holds the text. */
	initial: string
	error?: string | undefined
	/** Says “(optional)” beside the label. */
	optional?: boolean
	/** Why it takes no pictures, where it takes none: said to who pastes or drops one. */
	noPictures?: string
	/** Level that the highest headings of a pasted document get. */
	topHeading?: TopHeading
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
function pasting(
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
export function RichTextEditor({ label, field, initial, error, optional, noPictures, topHeading, onChange }: Props) {
	const id = useId()
	const [note, setNote] = useState('')
	const [panel, setPanel] = useState<PanelName>()
	const [file, setFile] = useState<File>()
	const editor = useEditor({
		// The style sheet has these rules; a style element would be refused by the Content-Security-Policy.
		injectCSS: false,
		immediatelyRender: false,
		content: initial,
		extensions: editorExtensions,
		editorProps: {
			// Clear of the tools above and of the bar that saves.
			scrollMargin: { top: 72, bottom: 110, left: 0, right: 0 },
			scrollThreshold: { top: 72, bottom: 110, left: 0, right: 0 },
			attributes: {
				class: 'prose',
				role: 'textbox',
				'aria-multiline': 'true',
				'aria-labelledby': `${id}-label`,
				'aria-describedby': `${id}-error`,
				'aria-invalid': error ? 'true' : 'false',
				'data-field': field,
				// A translation would become the text.
				translate: 'no',
			},
			...pasting(
				setNote,
				(picture) => {
					setFile(picture)
					setPanel('picture')
				},
				noPictures,
				topHeading,
			),
			handleKeyDown(view, event) {
				if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return false
				event.preventDefault()
				takeSelection(view)
				setPanel('link')
				return true
			},
		},
		onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
	})
	function closePanel() {
		setPanel(undefined)
		setFile(undefined)
	}
	function closeNote() {
		setNote('')
		editor?.commands.focus()
	}
	return (
		<div className="field">
			<span className="label">
				<span id={`${id}-label`}>{label}</span>
				{optional && <span className="label-note"> (optional)</span>}
			</span>
			<div className="editor" data-invalid={error ? '' : undefined}>
				{editor && (
					<Toolbar
						editor={editor}
						hasPictures={noPictures === undefined}
						openPanel={panel && { name: panel, id: `${id}-panel` }}
						onPanel={(name) => (panel === name ? closePanel() : setPanel(name))}
					/>
				)}
				{editor && panel === 'picture' && (
					<PicturePanel id={`${id}-panel`} editor={editor} file={file} onClose={closePanel} />
				)}
				<Note text={note} onClose={closeNote} />
				<div className="editor-text">
					<EditorContent editor={editor} />
					{editor && panel === 'link' && (
						<LinkPanel id={`${id}-panel`} editor={editor} onClose={closePanel} onNote={setNote} />
					)}
					{editor && !panel && <LinkPeek editor={editor} onEdit={() => setPanel('link')} />}
				</div>
			</div>
			<p className="field-error" id={`${id}-error`} aria-live="polite">
				{error}
			</p>
		</div>
	)
}
