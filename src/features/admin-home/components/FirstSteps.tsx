import { Button } from '#src/components/ui/Button.tsx'
import { StepCard, StepLink } from '#src/components/ui/lists/StepCard.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation, useQuery } from '#src/lib/api/query.ts'
import type { FirstSteps as Steps } from '../contract.ts'
import { getFirstStepsQuery, sendFirstTestMailMutation, updateFirstStepsMutation } from '../queries.ts'

function TestMail({ label }: { label: string }) {
	const { mutate, isPending, data, error, fallback } = useMutation(sendFirstTestMailMutation)
	return (
		<>
			<div className="step-act">
				<Button variant="line" className="btn-small" loading={isPending} onClick={() => mutate()}>
					{isPending ? 'Sending...' : label}
				</Button>
			</div>
			<p role="status" className="step-status col-[2/-1]">
				{data && `The email is on its way to ${data.to}. Click the button in it.`}
			</p>
			{error && (
				<p className="field-error step-status col-[2/-1]" role="alert">
					{messageOf(error, fallback)}
				</p>
			)}
		</>
	)
}

export function FirstSteps({ initial }: { initial: Steps }) {
	const { data } = useQuery(getFirstStepsQuery, { initial })
	const { mutate, isPending } = useMutation(updateFirstStepsMutation)
	return (
		<StepCard
			title="First steps"
			showLabel="Show the first steps"
			{...data}
			isPending={isPending}
			onHide={mutate}
			renderAction={({ button: { label, href } }) =>
				href === null ? <TestMail label={label} /> : <StepLink label={label} href={href} />
			}
		/>
	)
}
