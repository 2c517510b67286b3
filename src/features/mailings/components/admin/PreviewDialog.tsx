import { Dialog } from '#src/components/ui/dialogs/Dialog.tsx'
import { Tabs } from '#src/components/ui/lists/Tabs.tsx'
import type { ResponseOf } from '#src/lib/api/contract.ts'
import type { previewMailing } from '../../contract.ts'

/** Returns the mail without its style element, which this page's CSP forbids; style attributes are allowed. */
const bodyOf = (html: string) =>
	/<div role="main">([\s\S]*)<\/div><\/body>/.exec(html)?.[1]?.replaceAll(/<(\/?)h1/g, '<$1h3') ?? ''

type Props = { mail: ResponseOf<typeof previewMailing>; onClose: () => void }

export function PreviewDialog({ mail, onClose }: Props) {
	return (
		<Dialog
			title="Preview"
			description="The email as you would get it. Each member sees their own name and an unsubscribe link at the bottom."
			onClose={onClose}
		>
			<Tabs
				label="Format"
				tabs={[
					{
						value: 'html',
						label: 'Formatted',
						content: (
							// biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own mail, sanitized there
							<div className="mailing-preview scheme-light" dangerouslySetInnerHTML={{ __html: bodyOf(mail.html) }} />
						),
					},
					{
						value: 'text',
						label: 'Plain text',
						content: <pre className="mailing-preview card-body whitespace-pre-wrap text-small">{mail.text}</pre>,
					},
				]}
			/>
		</Dialog>
	)
}
