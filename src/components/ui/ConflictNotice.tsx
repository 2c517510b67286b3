import { Alert } from './Alert.tsx'

type Props = {
	/** What was being edited: "session". */
	what: string
	/** What stands there by now and is not the same here, by the label of its field. */
	theirs: ReadonlyArray<readonly [label: string, value: string]>
}

/** Said when somebody else saved first: their text stands beside one's own, which is still in the form. */
export function ConflictNotice({ what, theirs }: Props) {
	return (
		<Alert>
			<p>Somebody else changed this {what} meanwhile, so yours was not saved. Both are here:</p>
			<dl className="facts my-3">
				{theirs.flatMap(([label, value]) => [
					<dt key={`${label}-label`}>{label}, as they saved it</dt>,
					<dd key={label} className="whitespace-pre-line break-words">
						{value || 'Empty'}
					</dd>,
				])}
			</dl>
			<p>Take over what you want to keep of theirs. Saving again puts what the form holds in its place.</p>
		</Alert>
	)
}
