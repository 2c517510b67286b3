import { messageOf } from '#src/lib/api/errors.ts'
import { Button } from '../Button.tsx'
import { Alert } from './Alert.tsx'

type Props = {
	/** What failed, in the words of docs/product.md (Calls and their errors): `Failed to fetch courses`. */
	title: string
	error: unknown
	/** Asks once more; without it there is no button. */
	onRetry?: (() => unknown) | undefined
}

/** A list or a figure that could not be fetched: what, why in the server's words, and another try. */
export function FetchError({ title, error, onRetry }: Props) {
	const reason = messageOf(error, '')
	return (
		<div className="grid gap-3">
			<Alert>
				<p>{title}</p>
				{reason && <p className="text-small">{reason}</p>}
			</Alert>
			{onRetry && (
				<Button variant="line" className="justify-self-start" onClick={() => void onRetry()}>
					Try again
				</Button>
			)}
		</div>
	)
}
