import { scaleLinear } from 'd3-scale'

/** A share as a bar. The number next to it gives the same information, so the bar is hidden from screen readers. */
export function Bar({ part, whole }: { part: number; whole: number }) {
	const length = scaleLinear()
		.domain([0, Math.max(1, whole)])
		.range([0, 100])
		.clamp(true)
	return (
		<svg className="statistic-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
			<rect className="statistic-bar-ground" width="100" height="8" />
			<rect className="statistic-bar-part" width={length(part)} height="8" />
		</svg>
	)
}
