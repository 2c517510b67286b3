import { Fragment } from 'react'

/** A part of an address that is too long for a line of its own. */
const LONG_PART = 28

/** Where a part may break, if it must: after what stands between its words. */
const words = (part: string) => (part.length > LONG_PART ? (part.match(/[^._+-]+[._+-]*|[._+-]+/g) ?? []) : [part])

/** An e-mail address that breaks where a reader expects it, before the @, and never inside a word. */
export function EmailText({ email }: { email: string }) {
	const at = email.lastIndexOf('@')
	const pieces = [...words(email.slice(0, at)), ...words(email.slice(at))]
	return (
		<span className="email-text">
			{pieces.map((piece, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name, and do not move
				<Fragment key={index}>
					{index > 0 && <wbr />}
					{piece}
				</Fragment>
			))}
		</span>
	)
}
