import { Tabs } from '../lists/Tabs.tsx'
import { Dialog } from './Dialog.tsx'

/**
 * Returns the email's content without its style element, which this page's CSP forbids. Style attributes are allowed.
 */
const bodyOf = (html: string) =>
	/<div role="main">([\s\S]*)<\/div><\/body>/.exec(html)?.[1]?.replaceAll(/<(\/?)h1/g, '<$1h3') ?? ''

type Props = { mail: { html: string; text: string }; description: string; onClose: () => void }

/** Shows an email before it is sent, formatted and as plain text. */
export function MailPreview({ mail, description, onClose }: Props) {
	return (
		<Dialog title="Preview" description={description} onClose={onClose}>
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
