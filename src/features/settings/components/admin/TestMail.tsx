import { Button } from '#src/components/ui/Button.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { sendTestMailMutation } from '../../admin-queries.ts'

export function TestMail({ email, hasUnsaved }: { email: string; hasUnsaved: boolean }) {
	const { mutate, isPending, data, error, fallback } = useMutation(sendTestMailMutation)
	return (
		<div className="grid gap-2">
			<div>
				<Button variant="line" loading={isPending} onClick={() => mutate()}>
					{isPending ? 'Sending...' : 'Send me a test email'}
				</Button>
			</div>
			<p className="hint" role="status">
				{data
					? `We sent it to ${data.to}. If it does not arrive in a few minutes, check your spam folder and Admin, Mail.`
					: `We send it to ${email}${hasUnsaved ? ', with your saved settings only' : ''}.`}
			</p>
			{error && (
				<p className="field-error" role="alert">
					{messageOf(error, fallback)}
				</p>
			)}
		</div>
	)
}
