import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { CourseModule } from '../../contract.ts'
import { labelOf, lackOf } from '../../types/registry.ts'
import { useDragOrder } from './use-drag-order.ts'

type Props = {
	modules: readonly CourseModule[]
	selectedId: string | undefined
	onSelect(id: string): void
	onOrder(ids: string[]): void
}

/** The modules in their order. Moved by drag, by the arrows beside each, or by arrow keys on the handle. */
export function ModuleList({ modules, selectedId, onSelect, onOrder }: Props) {
	const list = useRef<HTMLOListElement>(null)
	const drag = useDragOrder(list, move)
	const [said, setSaid] = useState('')

	function move(from: number, to: number) {
		const module = modules[from]
		if (!module || to < 0 || to >= modules.length || from === to) return
		const ids = modules.map(({ id }) => id)
		ids.splice(to, 0, ...ids.splice(from, 1))
		setSaid(`${module.title} is now number ${to + 1} of ${modules.length}`)
		onOrder(ids)
	}

	function onKey(event: KeyboardEvent, at: number) {
		const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
		if (step === undefined) return
		event.preventDefault()
		move(at, at + step)
	}

	return (
		<>
			<ol ref={list} className="border-t border-rule">
				{modules.map((module, at) => (
					<li
						key={module.id}
						className="author-item"
						data-current={module.id === selectedId ? '' : undefined}
						data-dragged={drag?.from === at ? '' : undefined}
						data-target={drag?.over === at && drag.from !== at ? '' : undefined}
						draggable
					>
						<button
							type="button"
							className="icon-btn author-handle"
							aria-label={`Move ${module.title}: arrow up or down`}
							onKeyDown={(event) => onKey(event, at)}
						>
							<GripVertical aria-hidden="true" className="size-5 text-muted" strokeWidth={1.75} />
						</button>
						<button
							type="button"
							className="author-pick"
							aria-current={module.id === selectedId ? 'true' : undefined}
							onClick={() => onSelect(module.id)}
						>
							<span className="block font-title leading-snug">{module.title}</span>
							<span className="text-tiny text-muted">
								Order {module.orderIndex + 1} · {labelOf(module.type)}
							</span>
							{lackOf(module.type, module.additionalContent) && (
								<span className="block text-tiny text-red-text">
									Unfinished: {lackOf(module.type, module.additionalContent)?.words}
								</span>
							)}
						</button>
						<span className="flex">
							<button
								type="button"
								className="icon-btn"
								disabled={at === 0}
								aria-label={`Move ${module.title} up`}
								onClick={() => move(at, at - 1)}
							>
								<ArrowUp aria-hidden="true" className="size-4" strokeWidth={1.75} />
							</button>
							<button
								type="button"
								className="icon-btn"
								disabled={at === modules.length - 1}
								aria-label={`Move ${module.title} down`}
								onClick={() => move(at, at + 1)}
							>
								<ArrowDown aria-hidden="true" className="size-4" strokeWidth={1.75} />
							</button>
						</span>
					</li>
				))}
			</ol>
			<p role="status" className="sr-only">
				{said}
			</p>
		</>
	)
}
