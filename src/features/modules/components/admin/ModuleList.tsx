import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { MoveButtons } from '#src/components/ui/lists/MoveButtons.tsx'
import type { CourseModule } from '../../contract.ts'
import { labelOf, missingIn } from '../../types/registry.ts'
import { useDragOrder } from './use-drag-order.ts'

type ItemProps = {
	module: CourseModule
	/** Position in the list, and the number of modules. */
	at: number
	count: number
	isSelected: boolean
	hasDraft: boolean
	isUnpublished: boolean
	isDragged: boolean
	isTarget: boolean
	onSelect(): void
	onMove(to: number): void
}

function ModuleItem(props: ItemProps) {
	const { module, at, count, isSelected, hasDraft, isUnpublished, isDragged, isTarget, onSelect, onMove } = props
	const missing = missingIn(module.type, module.additionalContent)
	function onKey(event: KeyboardEvent) {
		const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
		if (step === undefined) return
		event.preventDefault()
		onMove(at + step)
	}
	return (
		<li
			className="author-item"
			data-current={isSelected ? '' : undefined}
			data-dragged={isDragged ? '' : undefined}
			data-target={isTarget ? '' : undefined}
			draggable
		>
			<button
				type="button"
				className="icon-btn author-handle"
				aria-label={`Move ${module.title}: arrow up or down`}
				onKeyDown={onKey}
			>
				<GripVertical aria-hidden="true" className="size-5 text-muted" strokeWidth={1.75} />
			</button>
			<button type="button" className="author-pick" aria-current={isSelected ? 'true' : undefined} onClick={onSelect}>
				<span className="block font-title leading-snug">{module.title}</span>
				<span className="text-tiny text-muted">
					Order {module.orderIndex + 1} · {labelOf(module.type)}
				</span>
				{(module.availableAfterDays || (module.availableFrom && !module.isOpen)) && (
					<span className="block text-tiny text-muted">
						{module.availableFrom ? 'Opens later' : 'Opens after days'}
					</span>
				)}
				{isUnpublished && <span className="block text-tiny text-brass-text">Unpublished changes</span>}
				{hasDraft && <span className="block text-tiny text-brass-text">Unsaved changes</span>}
				{missing && <span className="block text-tiny text-red-text">Unfinished: {missing.text}</span>}
			</button>
			<span className="flex">
				<MoveButtons of={module.title} at={at} count={count} onMove={onMove} />
			</span>
		</li>
	)
}

type Props = {
	modules: readonly CourseModule[]
	selectedId: string | undefined
	drafts?: ReadonlySet<string>
	unpublished?: ReadonlySet<string>
	onSelect(id: string): void
	onOrder(ids: string[]): void
}

/** Lists the modules in order. They can be moved by dragging, with buttons, or with arrow keys on the handle. */
export function ModuleList({ modules, selectedId, drafts, unpublished, onSelect, onOrder }: Props) {
	const list = useRef<HTMLOListElement>(null)
	const drag = useDragOrder(list, move)
	const [announcement, setAnnouncement] = useState('')

	function move(from: number, to: number) {
		const module = modules[from]
		if (!module || to < 0 || to >= modules.length || from === to) return
		const ids = modules.map(({ id }) => id)
		ids.splice(to, 0, ...ids.splice(from, 1))
		setAnnouncement(`${module.title} is now number ${to + 1} of ${modules.length}`)
		onOrder(ids)
	}

	return (
		<>
			<ol ref={list} className="border-t border-rule">
				{modules.map((module, at) => (
					<ModuleItem
						key={module.id}
						module={module}
						at={at}
						count={modules.length}
						isSelected={module.id === selectedId}
						hasDraft={drafts?.has(module.id) ?? false}
						isUnpublished={unpublished?.has(module.id) ?? false}
						isDragged={drag?.from === at}
						isTarget={drag?.over === at && drag.from !== at}
						onSelect={() => onSelect(module.id)}
						onMove={(to) => move(at, to)}
					/>
				))}
			</ol>
			<p role="status" className="sr-only">
				{announcement}
			</p>
		</>
	)
}

type NewProps = Pick<Props, 'selectedId' | 'drafts' | 'onSelect'> & { modules: readonly CourseModule[] }

/** Lists new modules, which exist only as drafts and have no position yet. */
export function NewModuleList({ modules, selectedId, drafts, onSelect }: NewProps) {
	if (modules.length === 0) return null
	return (
		<div className="mt-6">
			<h3 className="text-small text-muted">Not published yet</h3>
			<ul className="mt-2 border-t border-rule">
				{modules.map((module) => (
					<li key={module.id} className="author-new" data-current={module.id === selectedId ? '' : undefined}>
						<button
							type="button"
							className="author-pick"
							aria-current={module.id === selectedId ? 'true' : undefined}
							onClick={() => onSelect(module.id)}
						>
							<span className="block font-title leading-snug">{module.title || 'Untitled module'}</span>
							<span className="text-tiny text-muted">{labelOf(module.type)}</span>
							<span className="block text-tiny text-brass-text">Draft of a new module</span>
							{drafts?.has(module.id) && <span className="block text-tiny text-brass-text">Unsaved changes</span>}
						</button>
					</li>
				))}
			</ul>
		</div>
	)
}
