import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { RowButton } from '#src/components/ui/lists/RowButton.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation, useQuery } from '#src/lib/api/query.ts'
import type { SignIn } from '../contract.ts'
import { endOtherSignInsMutation, endSignInMutation, listSignInsQuery } from '../queries.ts'

export function SignIns({ initial }: { initial: SignIn[] }) {
	const { data, error } = useQuery(listSignInsQuery, { initial })
	const end = useMutation(endSignInMutation)
	const endOthers = useMutation(endOtherSignInsMutation)
	const isEnding = end.isPending || endOthers.isPending
	const others = data.filter(({ isCurrent }) => !isCurrent)
	return (
		<div>
			{error && <Alert>{messageOf(error, 'Your sign-ins could not be loaded')}</Alert>}
			<ul className="watch-list">
				{data.map((signIn) => (
					<li key={signIn.id}>
						<div>
							<p className="flex flex-wrap items-center gap-2 font-label">
								{signIn.device} {signIn.isCurrent && <Badge tone="done">This browser</Badge>}
							</p>
							<p className="text-small text-muted">
								Since <LocalTime when={signIn.createdAt} />, from {signIn.clientAddress}
							</p>
						</div>
						{!signIn.isCurrent && (
							<RowButton
								of={signIn.device}
								loading={end.isPending && end.variables === signIn.id}
								disabled={isEnding}
								onClick={() => end.mutate(signIn.id)}
							>
								Sign out
							</RowButton>
						)}
					</li>
				))}
			</ul>
			{others.length > 0 ? (
				<Button
					variant="line"
					className="mt-5"
					loading={endOthers.isPending}
					disabled={isEnding}
					onClick={() => endOthers.mutate()}
				>
					Sign out everywhere else
				</Button>
			) : (
				<p className="mt-4 text-muted">You are not signed in anywhere else.</p>
			)}
		</div>
	)
}
