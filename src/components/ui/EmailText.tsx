import { Fragment } from 'react'
import { Badge } from './Badge.tsx'

/** Length above which a part of an address may wrap. */
const LONG_PART = 28

/** Splits a long part after the separators between its words, to allow line breaks there. */
const splitLongPart = (part: string) =>
	part.length > LONG_PART ? (part.match(/[^._+-]+[._+-]*|[._+-]+/g) ?? []) : [part]

/** Shows an email address that wraps before the @ and never inside a word. */
export function EmailText({ email, isUnconfirmed = false }: { email: string; isUnconfirmed?: boolean }) {
	const at = email.lastIndexOf('@')
	const pieces = [...splitLongPart(email.slice(0, at)), ...splitLongPart(email.slice(at))]
	const address = (
		<span className="email-text">
			{pieces.map((piece, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other key and never move
				<Fragment key={index}>
					{index > 0 && <wbr />}
					{piece}
				</Fragment>
			))}
		</span>
	)
	if (!isUnconfirmed) return address
	// Use one element: where a row is a card, each child of a cell is laid out separately, and the badge would not wrap.
	return (
		<span>
			{address} <Badge tone="brass">not confirmed</Badge>
		</span>
	)
}
