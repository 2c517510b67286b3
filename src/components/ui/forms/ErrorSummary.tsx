import { CircleAlert } from 'lucide-react'

export interface FormError {
	/** Names the field: its `data-field`. */
	readonly path: string
	/** What the form calls it. */
	readonly place: string
}

type Props = {
	errors: readonly FormError[]
	/** Brings the reader to the field. */
	onGo(path: string): void
}

/**
 * Where a long form is wrong, above it, with the way to each field; the field says what is wrong. It changes with every
 * key and is not read out by itself: who submits is told by the field that gets the focus.
 */
export function ErrorSummary({ errors, onGo }: Props) {
	if (errors.length === 0) return null
	return (
		<section className="alert alert-error" aria-label="What needs another look">
			<CircleAlert aria-hidden="true" strokeWidth={1.75} />
			<div>
				<p className="text-ui">
					{errors.length === 1 ? 'One thing needs' : `${errors.length} things need`} another look
				</p>
				<ul className="mt-1">
					{errors.map(({ path, place }) => (
						<li key={path}>
							<button type="button" className="link min-h-6 text-start" onClick={() => onGo(path)}>
								{place}
							</button>
						</li>
					))}
				</ul>
			</div>
		</section>
	)
}

/** The field of `path` in `form`, or the first one in its order that any of `paths` names. */
export function fieldIn(form: HTMLElement | null, paths: readonly string[]): HTMLElement | undefined {
	const fields = [...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
	return fields.find(({ dataset }) => paths.includes(dataset.field ?? ''))
}
