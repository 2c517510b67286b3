import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { unsubscribeMutation } from '../queries.ts'

/** Unsubscribes with one click, signed in or not. */
export function UnsubscribeButton({ token, what }: { token: string; what: string }) {
	const mutation = useMutation(unsubscribeMutation(token))
	if (mutation.isSuccess) return <Alert tone="done">You will no longer get {mutation.data.what}.</Alert>
	return (
		<div className="grid justify-items-start gap-4">
			{mutation.isError && <Alert>{messageOf(mutation.error, mutation.fallback)}</Alert>}
			<p>Stop {what}?</p>
			<Button size="lg" loading={mutation.isPending} onClick={() => mutation.mutate()}>
				{mutation.isPending ? 'Unsubscribing...' : 'Unsubscribe'}
			</Button>
		</div>
	)
}
