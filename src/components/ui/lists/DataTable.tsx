import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment, type MouseEvent, type ReactNode } from 'react'
import { classes } from '../styles.ts'

export interface Column<Row> {
	label: string
	cell: (row: Row) => ReactNode
	/** Short label for phones. */
	short?: string
	/** Keeps values on one line: dates, numbers. */
	isNarrow?: boolean
	/** Numbers, aligned at the end of the column. */
	isNumeric?: boolean
	/** The values may contain very long words, which can break anywhere. */
	breaks?: boolean
	/** The values are longer than others: the column gets twice the space on a tablet. */
	isLong?: boolean
	/** Sort key of the column. Where rows are cards, sortable headers stay above them. */
	sort?: string
}

export interface Sorting {
	by: string
	isDescending: boolean
}

type Props<Row> = {
	/** Caption for screen readers, with the sort order. */
	caption: string
	columns: readonly Column<Row>[]
	rows: readonly Row[]
	keyOf: (row: Row) => string
	/** Buttons at the end of the row, or one menu (`RowMenu`). */
	actions?: (row: Row) => ReactNode
	/** Returns the expanded content below a row, or nothing for a collapsed row. */
	detail?: (row: Row) => ReactNode
	sorting?: Sorting
	onSort?: (sorting: Sorting) => void
	/** For tables of mostly narrow numbers: rows do not become cards on a tablet. */
	isNumericTable?: boolean
}

/**
 * Forwards a click anywhere in a row to its main link or button (`RowLead`). Only for pointers. Text selection and
 * other controls in the row keep working.
 */
function forwardRowClick({ currentTarget, target, button }: MouseEvent<HTMLTableRowElement>): void {
	if (!(target instanceof Element) || !currentTarget.contains(target) || button !== 0) return
	if (target.closest('a, button, input, label, select') || window.getSelection()?.toString()) return
	currentTarget.querySelector<HTMLElement>('[data-row-lead]')?.click()
}

type HeadProps = { column: Pick<Column<never>, 'label' | 'sort' | 'isNumeric'> } & Pick<
	Props<never>,
	'sorting' | 'onSort'
>

function Head({ column: { label, sort, isNumeric }, sorting, onSort }: HeadProps) {
	const className = isNumeric ? 'table-number' : undefined
	if (sort === undefined || !onSort)
		return (
			<th scope="col" className={className}>
				{label}
			</th>
		)
	const isSorted = sorting?.by === sort
	const isDescending = isSorted && sorting.isDescending
	const Arrow = isDescending ? ArrowDown : ArrowUp
	return (
		<th
			scope="col"
			className={className}
			aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
		>
			<button
				type="button"
				className="table-sort"
				onClick={() => onSort({ by: sort, isDescending: isSorted && !isDescending })}
			>
				{label}
				<Arrow aria-hidden="true" className={classes('size-3.5', !isSorted && 'invisible')} strokeWidth={2} />
			</button>
		</th>
	)
}

const classOf = ({ isNarrow, isNumeric, breaks, isLong }: Omit<Column<never>, 'label' | 'cell'>) =>
	classes(isNarrow && 'table-narrow', isNumeric && 'table-number', breaks && 'breaks', isLong && 'table-long') ||
	undefined

type RowProps<Row> = { columns: readonly Column<Row>[]; row: Row; actions: ReactNode }

function DataRow<Row>({ columns, row, actions }: RowProps<Row>) {
	return (
		// Keyboard users have the link or button in the first cell.
		<tr onClick={forwardRowClick}>
			{columns.map(({ label, short, cell, ...column }) => (
				<td key={label} data-label={short ?? label} className={classOf(column)}>
					{cell(row)}
				</td>
			))}
			{actions !== undefined && (
				<td className="table-actions">
					<div>{actions}</div>
				</td>
			)}
		</tr>
	)
}

function DetailRow({ width, children }: { width: number; children: ReactNode }) {
	if (!children) return null
	return (
		<tr className="table-detail">
			<td colSpan={width}>{children}</td>
		</tr>
	)
}

/** Renders the table of admin screens: dense, with one line per cell. On narrow screens, each row is a card. */
export function DataTable<Row>({
	caption,
	columns,
	rows,
	keyOf,
	actions,
	detail,
	sorting,
	onSort,
	isNumericTable,
}: Props<Row>) {
	const width = columns.length + (actions ? 1 : 0)
	return (
		<table className={classes('table table-stack data-table', isNumericTable && 'table-of-numbers')}>
			<caption className="sr-only">{caption}</caption>
			<thead>
				<tr data-label={onSort && 'Sort by'}>
					{columns.map((column) => (
						<Head
							key={column.label}
							column={column}
							{...(sorting ? { sorting } : {})}
							{...(onSort ? { onSort } : {})}
						/>
					))}
					{actions && (
						<th scope="col" className="table-number">
							Actions
						</th>
					)}
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<Fragment key={keyOf(row)}>
						<DataRow columns={columns} row={row} actions={actions?.(row)} />
						<DetailRow width={width}>{detail?.(row)}</DetailRow>
					</Fragment>
				))}
			</tbody>
		</table>
	)
}

type LeadProps = { children: ReactNode; label?: string } & ({ href: string } | { onOpen: () => void })

/** Renders the main link or button of a row, in the first cell. A click anywhere in the row is forwarded to it. */
export function RowLead({ children, label, ...rest }: LeadProps) {
	if ('href' in rest)
		return (
			<a className="row-lead" href={rest.href} aria-label={label} data-row-lead="">
				{children}
			</a>
		)
	return (
		<button type="button" className="row-lead" aria-label={label} data-row-lead="" onClick={rest.onOpen}>
			{children}
		</button>
	)
}
