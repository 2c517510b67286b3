type Props = {
	/** Percent, 0 to 100. */
	value: number
	/** The name for screen readers. */
	label: string
	/** Text instead of the percentage, such as "5 of 8 complete". */
	valueText?: string
}

/** Uses the native element, because it needs no inline style, which the Content-Security-Policy blocks. */
export function Progress({ value, label, valueText }: Props) {
	const percent = Math.min(100, Math.max(0, Math.round(value)))
	return <progress className="progress" max={100} value={percent} aria-label={label} aria-valuetext={valueText} />
}
