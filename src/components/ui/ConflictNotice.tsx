import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { Conflict, ConflictingField } from '#src/lib/form-version.ts'

/** More than this does not stand beside the fields unless it scrolls. */
const LONG = 400

/** Text that may be long: it scrolls, by keys too, and says what it is. */
const ScrolledText = ({ label, children }: { label: string; children: ReactNode }) => (
	// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
	<section className="conflict-text" tabIndex={0} aria-label={label}>
		{children}
	</section>
)

type SideProps = {
	name: string
	label: string
	/** What it is said of, to whom reads by ear. */
	of: string
	isChosen: boolean
	onChoose: () => void
	children: ReactNode
}

/** One of the two that a field can hold. */
function Side({ name, label, of, isChosen, onChoose, children }: SideProps) {
	const id = useId()
	const isLong = typeof children !== 'string' || children.length > LONG
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
					aria-describedby={isLong ? undefined : `${id}-text`}
				/>
				{label}
			</label>
			{isLong ? (
				<ScrolledText label={`${of}: ${label}`}>{children}</ScrolledText>
			) : (
				<p id={`${id}-text`} className="conflict-text">
					{children || <em className="text-muted">Empty</em>}
				</p>
			)}
		</div>
	)
}

function Field({ label, mine, theirs, isTouched, isTheirs, choose }: ConflictingField) {
	const name = useId()
	return (
		<fieldset className="mt-4">
			<legend className="label">{label}</legend>
			<div className="grid gap-3 sm:grid-cols-2">
				<Side
					name={name}
					of={label}
					label={isTouched ? 'Yours' : 'As it was'}
					isChosen={!isTheirs}
					onChoose={() => choose('mine')}
				>
					{mine}
				</Side>
				<Side name={name} of={label} label="Saved meanwhile" isChosen={isTheirs} onChoose={() => choose('theirs')}>
					{theirs}
				</Side>
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
						<ScrolledText label={label}>{text}</ScrolledText>
					</div>
				))}
				{fields.map((field) => (
					<Field key={field.name} {...field} />
				))}
			</div>
		</section>
	)
}
