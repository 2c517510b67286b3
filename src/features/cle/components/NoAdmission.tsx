import type { ReactNode } from 'react'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'

/** Leads a member without admissions to the form of one. */
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
