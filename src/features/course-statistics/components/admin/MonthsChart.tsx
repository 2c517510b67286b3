import { scaleLinear } from 'd3-scale'
import { formatNumber } from '#src/lib/text/format-number.ts'
import type { MonthStatistics } from '../../contract.ts'
import { monthText } from '../../statistics-text.ts'

const HEIGHT = 96

const Column = (props: { className: string; x: number; width: number; height: number }) => (
	<rect {...props} y={HEIGHT - props.height} />
)

/**
 * Enrollments and completions per month: two columns each, one filled and one outlined, so that the chart is readable
 * without color. The table below has the same numbers.
 */
export function MonthsChart({ months }: { months: readonly MonthStatistics[] }) {
	const highest = Math.max(1, ...months.map(({ enrolled, finished }) => Math.max(enrolled, finished)))
	const height = scaleLinear().domain([0, highest]).nice().range([0, HEIGHT])
	return (
		<figure className="statistic-months">
			<figcaption className="statistic-legend">
				<span className="statistic-key" data-full="" /> Enrolled
				<span className="statistic-key" /> Finished
				<span className="text-muted">Highest: {formatNumber(highest)} in a month</span>
			</figcaption>
			<div className="statistic-columns" aria-hidden="true">
				{months.map(({ month, enrolled, finished }, at) => {
					const { name, year } = monthText(month)
					return (
						<div key={month}>
							<svg viewBox={`0 0 40 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
								<Column className="statistic-bar-part" x={3} width={16} height={height(enrolled)} />
								<Column className="statistic-bar-line" x={22} width={15} height={height(finished)} />
							</svg>
							<span>{name}</span>
							{/* The year is below each January, and below the first month unless January is next. */}
							{(name === 'Jan' || (at === 0 && monthText(months[1]?.month ?? month).name !== 'Jan')) && (
								<span className="chart-year">{year}</span>
							)}
						</div>
					)
				})}
			</div>
			<details>
				<summary>As a table</summary>
				<table className="table data-table">
					<caption className="sr-only">Members who enrolled and who finished, by month</caption>
					<thead>
						<tr>
							<th scope="col">Month</th>
							<th scope="col" className="table-number">
								Enrolled
							</th>
							<th scope="col" className="table-number">
								Finished
							</th>
						</tr>
					</thead>
					<tbody>
						{months.map(({ month, enrolled, finished }) => (
							<tr key={month}>
								<th scope="row">{`${monthText(month).name} ${monthText(month).year}`}</th>
								<td className="table-number">{formatNumber(enrolled)}</td>
								<td className="table-number">{formatNumber(finished)}</td>
							</tr>
						))}
					</tbody>
				</table>
			</details>
		</figure>
	)
}
