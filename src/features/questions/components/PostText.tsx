import { splitMentions } from '../mentions.ts'

export function PostText({
	text,
	mentions,
	className,
}: {
	text: string
	mentions: readonly string[]
	className?: string
}) {
	let at = 0
	return (
		<p className={className ?? 'post'} dir="auto">
			{splitMentions(text, mentions).map((piece) => {
				at += piece.text.length
				return piece.username ? (
					<span key={at} className="mention">
						{piece.text}
					</span>
				) : (
					piece.text
				)
			})}
		</p>
	)
}

export function MarkedText({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) {
	const pieces: { from: number; text: string; isMark: boolean }[] = []
	let from = 0
	for (const [start, end] of marks) {
		pieces.push(
			{ from, text: text.slice(from, start), isMark: false },
			{ from: start, text: text.slice(start, end), isMark: true },
		)
		from = end
	}
	pieces.push({ from, text: text.slice(from), isMark: false })
	return (
		<>
			{pieces.map((piece) =>
				piece.isMark ? (
					<mark key={piece.from} className="post-mark">
						{piece.text}
					</mark>
				) : (
					piece.text
				),
			)}
		</>
	)
}

/** Returns an author's name, else the username, or a text for a deleted account. */
export const authorName = (author: { name: string; username: string } | null) =>
	author ? author.name || author.username : 'Former member'
