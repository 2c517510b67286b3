import type { ReactNode } from 'react'
import { chair } from '../chair.ts'

type Props = {
	title: string
	/** The content to expect here, or the next step. */
	children?: ReactNode
	action?: ReactNode
}

/** The empty state of a list, with two empty chairs. */
export function EmptyState({ title, children, action }: Props) {
	return (
		<div className="empty">
			<svg
				viewBox="-2 0 36 32"
				fill="none"
				stroke="currentColor"
				strokeLinecap="round"
				strokeLinejoin="round"
				aria-hidden="true"
			>
				<path strokeWidth="1.2" d={chair.outline} />
				<path strokeWidth="2" d={chair.seat} />
				{/* The second chair faces the first. */}
				<g transform="matrix(-1 0 0 1 32 0)">
					<path strokeWidth="1.2" d={chair.outline} />
					<path strokeWidth="2" d={chair.seat} />
				</g>
			</svg>
			<p className="empty-title">{title}</p>
			{children && <p className="empty-text">{children}</p>}
			{action && <div className="empty-action">{action}</div>}
		</div>
	)
}
