/**
 * A number as people read it: `4,120`, with as many decimals as it has. By hand: the first use of `Intl` or of
 * `toLocaleString` takes 20 ms of a page's start, and most pages need it for nothing else.
 */
export function formatNumber(count: number): string {
	const [whole = '', ...decimals] = String(count).split('.')
	return [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...decimals].join('.')
}
