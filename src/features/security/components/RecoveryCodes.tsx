import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { copyText } from '#src/lib/copy-text.ts'

function save(codes: readonly string[]): void {
	const link = document.createElement('a')
	link.href = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }))
	link.download = 'recovery-codes.txt'
	link.click()
	URL.revokeObjectURL(link.href)
}

/** Shows new recovery codes, only once. */
export const RecoveryCodes = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => (
	<Alert tone="done">
		<h2 className="font-label">Your recovery codes</h2>
		<p className="mt-1">
			Keep them where you keep confidential papers. Each signs you in once if you lose your phone or passkey. They are
			not shown again.
		</p>
		<ul className="mt-4 grid grid-cols-2 gap-x-6 gap-y-2 font-mono tabular-nums" aria-label="Recovery codes">
			{codes.map((code) => (
				<li key={code}>{code}</li>
			))}
		</ul>
		<div className="mt-4 flex flex-wrap gap-3">
			<Button variant="line" onClick={() => void copyText(codes.join('\n'), 'Codes copied')}>
				Copy the codes
			</Button>
			<Button variant="line" onClick={() => save(codes)}>
				Save as a file
			</Button>
			<Button onClick={onKept}>I have kept them</Button>
		</div>
	</Alert>
)
