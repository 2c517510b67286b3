import { Button } from '#src/components/ui/Button.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { sendTestMailMutation } from '../../admin-queries.ts'

/** Sends a test mail to the admin. */
export function TestMail({ email, hasUnsaved }: { email: string; hasUnsaved: boolean }) {
	const { mutate, isPending, data, error, fallback } = useMutation(sendTestMailMutation)
	return (
		<div className="grid gap-2">
			<div>
				<Button variant="line" loading={isPending} onClick={() => mutate()}>
					{isPending ? 'Sending...' : 'Send a test mail to myself'}
				</Button>
			</div>
			<p className="hint" role="status">
				{data
					? `It is on its way to ${data.to}. If it is not there in a few minutes, look among unwanted mail, and under Admin, Mail.`
					: `It goes to ${email}${hasUnsaved ? ', and shows what is saved, not yet what you typed' : ''}.`}
			</p>
			{error && (
				<p className="field-error" role="alert">
					{messageOf(error, fallback)}
				</p>
			)}
		</div>
	)
}
