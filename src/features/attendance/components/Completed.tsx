import { useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { certificateFile } from '../certificates-contract.ts'
import type { Attendance } from '../contract.ts'
import { inGroups } from '../paper.ts'
import { EvaluationDialog } from './EvaluationDialog.tsx'

/** Shows the certificates of a completed attendance. */
export function Completed({ attendance: { id, title, certificates, mayEvaluate } }: { attendance: Attendance }) {
	const [isOpen, setIsOpen] = useState(false)
	return (
		<>
			<p>
				{certificates.length > 0
					? 'Complete. Your certificate is in your ledger, with any credit it gives.'
					: 'Complete, but its certificate is no longer valid. See your certificates for the reason.'}
			</p>
			<p className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
				{certificates.map((number) => (
					<a key={number} className="link" href={certificateFile(number)} target="_blank" rel="noopener">
						Certificate {inGroups(number)}
						<span className="sr-only"> (PDF, opens a new tab)</span>
					</a>
				))}
				<a className="link" href={certificates.length > 0 ? '/cle/credits' : '/cle/certificates'}>
					{certificates.length > 0 ? 'Your credits' : 'Your certificates'}
				</a>
				{mayEvaluate && (
					<Button variant="line" onClick={() => setIsOpen(true)}>
						Evaluate this programme
					</Button>
				)}
			</p>
			{isOpen && <EvaluationDialog id={id} title={title} onClose={() => setIsOpen(false)} />}
		</>
	)
}
