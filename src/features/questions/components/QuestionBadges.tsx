import { Lock } from 'lucide-react'
import { Badge } from '#src/components/ui/Badge.tsx'
import type { Question } from '../contract.ts'

/** Shows the category of a question, and whether the question is locked. */
export function QuestionBadges({ category, isLocked }: Pick<Question, 'category' | 'isLocked'>) {
	return (
		<>
			<Badge>{category.name}</Badge>
			{isLocked && (
				<Badge tone="brass">
					<Lock aria-hidden="true" className="size-3" strokeWidth={2} />
					Locked
				</Badge>
			)}
		</>
	)
}
