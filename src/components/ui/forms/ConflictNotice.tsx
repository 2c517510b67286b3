import { Fragment, type ReactNode, useEffect, useId, useRef } from 'react'
import type { Conflict, ConflictingField } from '#src/lib/forms/form-version.ts'
import { differingLines } from '#src/lib/text/differing-part.ts'

/** Maximum characters and lines of text that does not scroll. */
const MAX_LENGTH = 200
const MAX_LINES = 6

const isLong = (text: ReactNode) =>
	typeof text !== 'string' || text.length > MAX_LENGTH || text.split('\n').length > MAX_LINES

/** Shows text with its differences from `other` highlighted. */
const HighlightedText = ({ text, other }: { text: string; other: string }) =>
	differingLines(text, other).map(([before, middle, after], index, lines) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: lines have no other id
		<Fragment key={index}>
			{index > 0 && '\n'}
			{before}
			{/* Keep an empty mark where only the other text has more, because the box scrolls to it. */}
			{(middle || lines.length === 1) && <mark>{middle}</mark>}
			{after}
		</Fragment>
	))

/** Shows long text in a labeled box that scrolls, including by keyboard, and starts at the first difference. */
function ScrolledText({ label, text, other }: { label: string; text: ReactNode; other?: ReactNode }) {
	const box = useRef<HTMLElement>(null)
	useEffect(() => {
		const mark = box.current?.querySelector('mark')
		if (box.current && mark) box.current.scrollTop = mark.offsetTop - box.current.clientHeight / 3
	}, [])
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
		<section ref={box} className="conflict-text" tabIndex={0} aria-label={label}>
			{typeof text === 'string' && typeof other === 'string' ? <HighlightedText text={text} other={other} /> : text}
		</section>
	)
}

type SideProps = {
	name: string
	label: string
	/** Name of the field, for screen readers. */
	of: string
	isChosen: boolean
	onChoose: () => void
	text: ReactNode
	other: ReactNode
}

function Side({ name, label, of, isChosen, onChoose, text, other }: SideProps) {
	const id = useId()
	const scrolls = isLong(text) || isLong(other)
	return (
		<div className="conflict-side">
			<label htmlFor={id} className="label flex min-h-9 items-center gap-2">
				<input
					id={id}
					type="radio"
					className="size-4"
					name={name}
					checked={isChosen}
					onChange={onChoose}
					aria-describedby={scrolls ? undefined : `${id}-text`}
				/>
				{label}
			</label>
			{scrolls ? (
				<ScrolledText label={`${of}: ${label}`} text={text} other={other} />
			) : (
				<p id={`${id}-text`} className="conflict-text">
					{text || <em className="text-muted">Empty</em>}
				</p>
			)}
		</div>
	)
}

function Field({ label, mine, theirs, isTouched, isTheirs, choose }: ConflictingField) {
	const common = { name: useId(), of: label }
	return (
		<fieldset className="mt-4">
			<legend className="label">{label}</legend>
			<div className="grid gap-3 sm:grid-cols-2">
				<Side
					{...common}
					label={isTouched ? 'Yours' : 'Before'}
					isChosen={!isTheirs}
					onChoose={() => choose('mine')}
					text={mine}
					other={theirs}
				/>
				<Side
					{...common}
					label="Latest version"
					isChosen={isTheirs}
					onChoose={() => choose('theirs')}
					text={theirs}
					other={mine}
				/>
			</div>
		</fieldset>
	)
}

/**
 * Shows an edit conflict: the saved values and the user's side by side, with a choice for each field. Takes focus,
 * because the user must choose before saving.
 */
export function ConflictNotice({ what, isDraft, fields, also }: Conflict) {
	const id = useId()
	const element = useRef<HTMLElement>(null)
	useEffect(() => {
		element.current?.focus({ preventScroll: true })
		element.current?.scrollIntoView?.({ block: 'start' })
	}, [])
	return (
		<section
			ref={element}
			tabIndex={-1}
			className="alert conflict scroll-mt-24"
			aria-labelledby={id}
			aria-describedby={`${id}-how`}
		>
			<div>
				<p id={id} className="font-label">
					{isDraft
						? `This ${what} has changed since you started this draft.`
						: `This ${what} has changed since you opened it, so your edit was not saved.`}
				</p>
				<p id={`${id}-how`}>
					{fields.length === 0
						? 'The latest version does not affect this form. Save again to save yours.'
						: 'Nothing is lost. Choose a version for each field or write a new one, then save again.'}
				</p>
				{also.map(([label, text]) => (
					<div key={label} className="mt-4">
						<p className="label">{label}</p>
						<ScrolledText label={label} text={text} />
					</div>
				))}
				{fields.map((field) => (
					<Field key={field.name} {...field} />
				))}
			</div>
		</section>
	)
}
