import { Fragment, type ReactNode, useEffect, useId, useRef } from 'react'
import type { Conflict, ConflictingField } from '#src/lib/forms/form-version.ts'
import { differingLines } from '#src/lib/text/differing-part.ts'

/** More characters or lines than these stand in a box that scrolls. */
const LONG = 200
const MANY_LINES = 6

const isLong = (text: ReactNode) =>
	typeof text !== 'string' || text.length > LONG || text.split('\n').length > MANY_LINES

/** A text in which is marked what is not so in the other. */
const Compared = ({ text, other }: { text: string; other: string }) =>
	differingLines(text, other).map(([before, middle, after], index, lines) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing else to be told by
		<Fragment key={index}>
			{index > 0 && '\n'}
			{before}
			{/* Also an empty one, where the other has more: it is what the box scrolls to. */}
			{(middle || lines.length === 1) && <mark>{middle}</mark>}
			{after}
		</Fragment>
	))

/** Text that may be long: it scrolls, by keys too, says what it is, and begins where it differs from the other. */
function ScrolledText({ label, text, other }: { label: string; text: ReactNode; other?: ReactNode }) {
	const box = useRef<HTMLElement>(null)
	useEffect(() => {
		const mark = box.current?.querySelector('mark')
		if (box.current && mark) box.current.scrollTop = mark.offsetTop - box.current.clientHeight / 3
	}, [])
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
		<section ref={box} className="conflict-text" tabIndex={0} aria-label={label}>
			{typeof text === 'string' && typeof other === 'string' ? <Compared text={text} other={other} /> : text}
		</section>
	)
}

type SideProps = {
	name: string
	label: string
	/** What it is said of, to whom reads by ear. */
	of: string
	isChosen: boolean
	onChoose: () => void
	text: ReactNode
	other: ReactNode
}

/** One of the two that a field can hold. */
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
					label={isTouched ? 'Yours' : 'As it was'}
					isChosen={!isTheirs}
					onChoose={() => choose('mine')}
					text={mine}
					other={theirs}
				/>
				<Side
					{...common}
					label="Saved meanwhile"
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
 * Said when something was changed while one edited it: what was saved stands beside one's own, and for each field one
 * chooses what the form is to hold. It takes the focus, since nothing can be saved well before.
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
						? `This ${what} was changed since you began this draft.`
						: `This ${what} was changed meanwhile, so your change was not saved.`}
				</p>
				<p id={`${id}-how`}>
					{fields.length === 0
						? 'What was saved meanwhile changes nothing in this form. Save again to save what it holds.'
						: 'Nothing of either is lost. Choose what each field is to hold, or write a third; then save again.'}
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
