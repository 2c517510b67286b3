/** A change in words: `role: user to admin`. */
export function changeText(detail: Record<string, unknown>): string {
	return Object.entries(detail)
		.map(([name, value]) =>
			Array.isArray(value) && value.length === 2
				? value[0] === value[1]
					? ''
					: `${name}: ${String(value[0])} to ${String(value[1])}`
				: `${name}: ${String(value)}`,
		)
		.filter(Boolean)
		.join(', ')
}
