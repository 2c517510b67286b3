import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = {
	title: string
	/** One line about the purpose of this screen. */
	line?: ReactNode
	/** Link to the parent screen, above the title. */
	back?: { href: string; label: string }
	badges?: ReactNode
	/** Buttons and links for the whole screen. */
	children?: ReactNode
}

/** Renders the head of an admin screen, on the server or in an island: back link, title, one line and actions. */
export function PageHead({ title, line, back, badges, children }: Props) {
	return (
		<header className="page-head">
			{back && (
				<p className="page-head-back">
					<a href={back.href}>
						<ArrowLeft aria-hidden="true" className="size-4" strokeWidth={1.75} />
						{back.label}
					</a>
				</p>
			)}
			<div className="page-head-text">
				{badges && <p className="mb-2 flex flex-wrap gap-2">{badges}</p>}
				<h1>{title}</h1>
				{line && <p className="page-head-line">{line}</p>}
			</div>
			{children && <div className="page-head-actions">{children}</div>}
		</header>
	)
}
