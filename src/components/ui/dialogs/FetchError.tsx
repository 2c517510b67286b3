import { messageOf } from '#src/lib/api/errors.ts'
import { Button } from '../Button.tsx'
import { Alert } from './Alert.tsx'

type Props = {
	/** The failure, in the wording of docs/product.md (Calls and their errors): `Failed to fetch courses`. */
	title: string
	error: unknown
	/** Retries. If omitted, there is no retry button. */
	onRetry?: (() => unknown) | undefined
}

/** Shows a failed fetch: the title, the server's message unless the title already contains it, and a retry button. */
export function FetchError({ title, error, onRetry }: Props) {
	const reason = messageOf(error, '')
	return (
		<div className="grid gap-3">
			<Alert>
				<p>{title}</p>
				{reason && !title.includes(reason) && <p className="text-small">{reason}</p>}
			</Alert>
			{onRetry && (
				<Button variant="line" className="justify-self-start" onClick={() => void onRetry()}>
					Try again
				</Button>
			)}
		</div>
	)
}
