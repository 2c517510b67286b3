/** Minimum contrast of text (WCAG 2.2, AA). */
export const MIN_CONTRAST = 4.5

type Parts = readonly [red: number, green: number, blue: number]

const partsOf = (hex: string): Parts =>
	[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Parts

/** Normalizes a color to `#rrggbb`. Also accepts three digits and a missing `#`. Returns undefined if it is invalid. */
export function hexOf(text: string): string | undefined {
	const digits = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase()
	if (digits === undefined) return undefined
	return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`
}

/** Returns the relative luminance of `#rrggbb`, from 0 to 1 (WCAG 2.2). */
export function luminance(hex: string): number {
	const [red = 0, green = 0, blue = 0] = partsOf(hex)
		.map((part) => part / 255)
		.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast of two colors, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
	const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
	return (lighter + 0.05) / (darker + 0.05)
}

/** Mixes a `share` of `other`, from 0 to 1, into `hex`. */
export function mix(hex: string, other: string, share: number): string {
	const [from, to] = [partsOf(hex), partsOf(other)]
	const parts = from.map((part, index) => Math.round(part + ((to[index] ?? part) - part) * share))
	return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Mixes just enough of `other` into `hex` to make it fit. Returns `hex` if it already fits. */
export function mixUntil(hex: string, other: string, fits: (color: string) => boolean): string {
	for (let share = 0; share < 1; share += 0.02) {
		const color = mix(hex, other, share)
		if (fits(color)) return color
	}
	return other
}
