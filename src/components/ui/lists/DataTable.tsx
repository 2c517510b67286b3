import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment, type MouseEvent, type ReactNode } from 'react'
import { classes } from '../styles.ts'

export interface Column<Row> {
	label: string
	cell: (row: Row) => ReactNode
	/** Said before the value on a phone, where the label is too long. */
	short?: string
	/** Its values stay in one line: dates, figures. */
	isNarrow?: boolean
	/** Figures: they stand below each other at the end of the column. */
	isNumeric?: boolean
	/** What may be one very long word: it breaks anywhere. */
	breaks?: boolean
	/** More words than other facts: twice their room on a tablet. */
	isLong?: boolean
	/** By what the list is sorted when its head is pressed; where rows are cards, these heads stand above them. */
	sort?: string
}

/** How a list is sorted: by which column, and whether the greatest stands first. */
export interface Sorting {
	by: string
	isDescending: boolean
}

type Props<Row> = {
	/** What it is a list of, and in which order: read out. */
	caption: string
	columns: readonly Column<Row>[]
	rows: readonly Row[]
	keyOf: (row: Row) => string
	/** Buttons at the end of the row, or its one menu (`RowMenu`). */
	actions?: (row: Row) => ReactNode
	/** What is unfolded below a row; nothing for one that is folded. */
	detail?: (row: Row) => ReactNode
	sorting?: Sorting
	onSort?: (sorting: Sorting) => void
	/** Mostly figures, which need little room: on a tablet its rows are no cards yet. */
	isNumericTable?: boolean
}

/**
 * The row leads to the thing: a press anywhere in it is one on what its first cell leads with (`RowLead`). Only for the
 * pointer; a text that somebody marks to copy it, and whatever can be pressed by itself, stay what they are.
 */
function followRow({ currentTarget, target, button }: MouseEvent<HTMLTableRowElement>): void {
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
		// The keyboard has the link or button of the first cell.
		<tr onClick={followRow}>
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

/** The one table of the admin screens: dense, its cells on one line; where it has no room each row is some lines, what it is about first. */
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

/** What a row leads with: a link to its thing, or a button that opens it. The first cell has it, and the row follows. */
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
