/**
 * Formats a number with separators and all its decimals: `4,120`. Avoids `Intl`: its first use, including through
 * `toLocaleString`, adds 20 ms to a page's start, and most pages need it for nothing else.
 */
export function formatNumber(count: number): string {
	const [whole = '', ...decimals] = String(count).split('.')
	return [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...decimals].join('.')
}

/** Returns a count with its noun: `1 minute`, `2 minutes`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Formats a size: `12 MB`, `2.4 MB`, `244 kB`. */
export function formatBytes(bytes: number): string {
	const [unit, size] = bytes >= 999.5e6 ? ['GB', 1e9] : bytes >= 999.5e3 ? ['MB', 1e6] : ['kB', 1e3]
	const value = bytes / size
	return `${value >= 10 ? Math.round(value) : Math.max(0.1, Math.round(value * 10) / 10)} ${unit}`
}
