import { type useEditor, useEditorState } from '@tiptap/react'
import {
	Bold,
	Heading2,
	Heading3,
	Heading4,
	ImagePlus,
	Info,
	Italic,
	Lightbulb,
	Link,
	List,
	ListOrdered,
	type LucideIcon,
	Redo2,
	Subscript,
	Superscript,
	Table,
	TextQuote,
	TriangleAlert,
	Underline,
	Undo2,
} from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import { CALLOUTS, type CalloutKind } from '../../rich-content.ts'
import { useToolbarKeys } from './use-toolbar-keys.ts'

export type Editor = NonNullable<ReturnType<typeof useEditor>>

/** Tools that open a panel. */
export type PanelName = 'link' | 'picture'

interface Tool {
	label: string
	Icon: LucideIcon
	run?(editor: Editor): void
	/** The mark or node that the tool toggles; absent for one-time actions. */
	active?: [name: string, attributes?: Record<string, unknown>]
	/** Opens this panel. */
	panel?: PanelName
}

const NEW_TABLE = { rows: 3, cols: 2, withHeaderRow: true }

const heading = (level: 2 | 3 | 4, Icon: LucideIcon): Tool => ({
	label: `Heading ${level}`,
	Icon,
	run: (e) => e.chain().focus().toggleHeading({ level }).run(),
	active: ['heading', { level }],
})

/** Wraps the selection in a callout, changes its kind, or unwraps it. */
function toggleCallout(editor: Editor, kind: CalloutKind): void {
	const chain = editor.chain().focus()
	if (editor.isActive('callout', { kind })) chain.lift('callout').run()
	else if (editor.isActive('callout')) chain.updateAttributes('callout', { kind }).run()
	else if (editor.can().wrapIn('callout', { kind })) chain.wrapIn('callout', { kind }).run()
	// A callout cannot contain headings.
	else chain.setParagraph().wrapIn('callout', { kind }).run()
}

/** Keeps the focus in the text, so that typing continues there. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

const callout = (kind: CalloutKind, Icon: LucideIcon): Tool => ({
	label: CALLOUTS[kind],
	Icon,
	run: (e) => toggleCallout(e, kind),
	active: ['callout', { kind }],
})

const raised = (mark: 'superscript' | 'subscript', label: string, Icon: LucideIcon): Tool => ({
	label,
	Icon,
	run: (e) => e.chain().focus().toggleMark(mark).run(),
	active: [mark],
})

const tools: readonly Tool[] = [
	heading(2, Heading2),
	heading(3, Heading3),
	heading(4, Heading4),
	{ label: 'Bold', Icon: Bold, run: (e) => e.chain().focus().toggleBold().run(), active: ['bold'] },
	{ label: 'Italic', Icon: Italic, run: (e) => e.chain().focus().toggleItalic().run(), active: ['italic'] },
	{ label: 'Underline', Icon: Underline, run: (e) => e.chain().focus().toggleUnderline().run(), active: ['underline'] },
	raised('superscript', 'Superscript', Superscript),
	raised('subscript', 'Subscript', Subscript),
	{
		label: 'Bulleted list',
		Icon: List,
		run: (e) => e.chain().focus().toggleBulletList().run(),
		active: ['bulletList'],
	},
	{
		label: 'Numbered list',
		Icon: ListOrdered,
		run: (e) => e.chain().focus().toggleOrderedList().run(),
		active: ['orderedList'],
	},
	{
		label: 'Quotation',
		Icon: TextQuote,
		run: (e) => e.chain().focus().toggleBlockquote().run(),
		active: ['blockquote'],
	},
	callout('note', Info),
	callout('tip', Lightbulb),
	callout('warning', TriangleAlert),
	{ label: 'Table', Icon: Table, run: (e) => e.chain().focus().insertTable(NEW_TABLE).run() },
	{ label: 'Picture', Icon: ImagePlus, active: ['image'], panel: 'picture' },
	{ label: 'Link', Icon: Link, active: ['link'], panel: 'link' },
	{ label: 'Undo', Icon: Undo2, run: (e) => e.chain().focus().undo().run() },
	{ label: 'Redo', Icon: Redo2, run: (e) => e.chain().focus().redo().run() },
]

const tableTools: readonly { label: string; run(editor: Editor): void }[] = [
	{ label: 'Add row', run: (e) => e.chain().focus().addRowAfter().run() },
	{ label: 'Add column', run: (e) => e.chain().focus().addColumnAfter().run() },
	{ label: 'Delete row', run: (e) => e.chain().focus().deleteRow().run() },
	{ label: 'Delete column', run: (e) => e.chain().focus().deleteColumn().run() },
	{ label: 'Heading row', run: (e) => e.chain().focus().toggleHeaderRow().run() },
	{ label: 'Delete table', run: (e) => e.chain().focus().deleteTable().run() },
]

/** Tools for the table at the cursor. */
function TableBar({ editor }: { editor: Editor }) {
	const bar = useRef<HTMLDivElement>(null)
	const keys = useToolbarKeys(bar)
	return (
		<div ref={bar} className="editor-bar" role="toolbar" aria-label="Table" {...keys}>
			{tableTools.map(({ label, run }) => (
				<button key={label} type="button" className="editor-word" onMouseDown={keepFocus} onClick={() => run(editor)}>
					{label}
				</button>
			))}
			<p className="hint px-2">Tab moves to the next cell. Use the arrow keys to leave the table.</p>
		</div>
	)
}

type Props = {
	editor: Editor
	/** The open panel and its id. */
	openPanel: { name: PanelName; id: string } | undefined
	onPanel(name: PanelName): void
	hasPictures: boolean
}

/** The toolbar of the editor: a single tab stop, sticky while the text is in view. */
export function Toolbar({ editor, openPanel, onPanel, hasPictures }: Props) {
	const bar = useRef<HTMLDivElement>(null)
	const shown = tools.filter(({ panel }) => hasPictures || panel !== 'picture')
	const keys = useToolbarKeys(bar)
	const { active, isInTable } = useEditorState({
		editor,
		selector: (state) => ({
			active: shown.map((tool) => (tool.active ? state.editor.isActive(...tool.active) : undefined)),
			isInTable: state.editor.isActive('table'),
		}),
	})
	return (
		<>
			<div ref={bar} className="editor-bar editor-tools" role="toolbar" aria-label="Formatting" {...keys}>
				{shown.map(({ label, Icon, run, panel }, index) => {
					const isOpen = panel !== undefined && openPanel?.name === panel
					return (
						<button
							key={label}
							type="button"
							className="icon-btn"
							aria-label={label}
							title={label}
							aria-pressed={active[index]}
							aria-expanded={panel && isOpen}
							aria-controls={isOpen ? openPanel.id : undefined}
							onMouseDown={keepFocus}
							onClick={() => (panel ? onPanel(panel) : run?.(editor))}
						>
							<Icon aria-hidden="true" strokeWidth={1.75} />
						</button>
					)
				})}
			</div>
			{isInTable && <TableBar editor={editor} />}
		</>
	)
}
