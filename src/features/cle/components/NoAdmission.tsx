import type { ReactNode } from 'react'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'

/** Sends a member who has no admissions to the form that adds one. */
export const NoAdmission = ({ canChange, children }: { canChange: boolean; children: ReactNode }) => (
	<div className="card">
		<EmptyState
			title="No admissions yet"
			action={
				canChange && (
					<a className={buttonClass()} href="/cle/admissions?add=1">
						Add an admission
					</a>
				)
			}
		>
			{children}
		</EmptyState>
	</div>
)
