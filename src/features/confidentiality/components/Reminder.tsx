import { KINDS } from '@second-chair/confidentiality/placeholders.ts'
import { ShieldAlert } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import type { FieldFindings } from './use-reminder.ts'

type Props = {
	flagged: readonly FieldFindings[]
	/** Replaces findings in these fields with placeholders. */
	onReplace: (fields: readonly string[]) => void
	onPost: () => void
	postLabel?: string
}

/** Points out possible client data before a post is sent. Nothing about it is sent or stored. */
export function Reminder({ flagged, onReplace, onPost, postLabel = 'Post anyway' }: Props) {
	const box = useRef<HTMLElement>(null)
	const id = useId()
	// Scroll each time the reminder stops a post, not only the first time: on a phone it is off screen, and the button
	// would seem to do nothing. Focus alone scrolls only to the first line.
	useEffect(() => {
		if (flagged.length === 0) return
		const { current } = box
		current?.focus({ preventScroll: true })
		// Centering a tall reminder would hide its heading.
		if (current) current.scrollIntoView({ block: current.offsetHeight > window.innerHeight ? 'start' : 'center' })
	}, [flagged])
	if (flagged.length === 0) return null
	// List repeated text once.
	const findings = new Map(
		flagged.flatMap((one) => one.findings).map(({ type, text }) => [`${type} ${text}`, { type, text }]),
	)
	return (
		<section
			ref={box}
			tabIndex={-1}
			className="reminder rounded-card border border-brass bg-surface p-5"
			aria-labelledby={`${id}-title`}
			aria-describedby={`${id}-text`}
		>
			<div className="flex items-start gap-3">
				<ShieldAlert aria-hidden="true" className="mt-0.5 size-5 flex-none text-brass" strokeWidth={1.75} />
				<div className="min-w-0">
					<h2 id={`${id}-title`} className="text-subtitle">
						Could this identify your client?
					</h2>
					<p id={`${id}-text`} className="mt-1 text-ui text-muted">
						Your duty of confidentiality covers what you post here, even as a hypothetical. ABA Formal Opinion 511 warns
						that colleagues may work out who the client is. We checked this in your browser; nothing was sent or stored.
					</p>
				</div>
			</div>
			<ul className="mt-4 border-t border-rule">
				{[...findings].map(([key, finding]) => (
					<li key={key} className="grid gap-x-4 border-b border-rule py-2 text-ui sm:grid-cols-[14rem_minmax(0,1fr)]">
						<span className="text-muted">{KINDS[finding.type].label}</span>
						<span className="font-label">{finding.text}</span>
					</li>
				))}
			</ul>
			<div className="mt-4 flex flex-wrap gap-3">
				<Button onClick={() => onReplace(flagged.map(({ field }) => field))}>Replace with placeholders</Button>
				<Button variant="line" onClick={onPost}>
					{postLabel}
				</Button>
			</div>
		</section>
	)
}
