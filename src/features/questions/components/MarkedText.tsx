export function MarkedText({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) {
	const parts: { from: number; text: string; isMark: boolean }[] = []
	let from = 0
	for (const [start, end] of marks) {
		parts.push(
			{ from, text: text.slice(from, start), isMark: false },
			{ from: start, text: text.slice(start, end), isMark: true },
		)
		from = end
	}
	parts.push({ from, text: text.slice(from), isMark: false })
	return (
		<>
			{parts.map((piece) =>
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
