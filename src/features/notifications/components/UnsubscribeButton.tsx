import { useMutation } from '@tanstack/react-query'
import { Alert } from '#src/components/ui/Alert.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { call } from '#src/lib/api-client.ts'
import { messageOf } from '#src/lib/errors.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { unsubscribe } from '../contract.ts'

/** One click, signed in or not. */
export function UnsubscribeButton({ token, what }: { token: string; what: string }) {
	const mutation = useMutation({ mutationFn: () => call(unsubscribe, { params: { token }, body: {} }) }, queryClient)
	if (mutation.isSuccess) return <Alert tone="done">You will get no more {mutation.data.what}.</Alert>
	return (
		<div className="grid justify-items-start gap-4">
			{mutation.isError && <Alert>{messageOf(mutation.error, 'Failed to unsubscribe')}</Alert>}
			<p>Stop {what}?</p>
			<Button size="lg" loading={mutation.isPending} onClick={() => mutation.mutate()}>
				{mutation.isPending ? 'Unsubscribing...' : 'Unsubscribe'}
			</Button>
		</div>
	)
}
