import { CircleAlert } from 'lucide-react'
import type { ContractForm } from '#src/lib/forms/forms.ts'

type Props = {
	errors: ContractForm['errors']
	onGo: ContractForm['goTo']
}

/**
 * Shows links to the invalid fields above a long form; the messages are at the fields. Not a live region, because it
 * updates on every keystroke: on submit, focus moves to the first invalid field.
 */
export function ErrorSummary({ errors, onGo }: Props) {
	if (errors.length === 0) return null
	return (
		<section className="alert alert-error" aria-label="Fields to check">
			<CircleAlert aria-hidden="true" strokeWidth={1.75} />
			<div>
				<p className="text-ui">
					{errors.length === 1 ? 'Please check 1 field' : `Please check ${errors.length} fields`}
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
