import { StepCard, StepLink } from '#src/components/ui/lists/StepCard.tsx'
import { useMutation, useQuery } from '#src/lib/api/query.ts'
import type { Welcome as Steps } from '../contract.ts'
import { getWelcomeQuery, updateWelcomeMutation } from '../queries.ts'

/** A member's first steps in the club. */
export function Welcome({ initial }: { initial: Steps }) {
	const { data } = useQuery(getWelcomeQuery, { initial })
	const { mutate, isPending } = useMutation(updateWelcomeMutation)
	return (
		<StepCard
			title="Your first steps"
			showLabel="Show my first steps"
			{...data}
			isPending={isPending}
			onHide={mutate}
			renderAction={({ label, href }) => <StepLink label={label} href={href} />}
		/>
	)
}
