type Props = {
	/** Percent, 0 to 100. */
	value: number
	/** What progresses, for screen readers. */
	label: string
	/** Words instead of the percentage, such as "5 of 8 complete". */
	valueText?: string
}

/** The native element: its width needs no inline style, which the Content-Security-Policy would refuse. */
export function Progress({ value, label, valueText }: Props) {
	const percent = Math.min(100, Math.max(0, Math.round(value)))
	return <progress className="progress" max={100} value={percent} aria-label={label} aria-valuetext={valueText} />
}
