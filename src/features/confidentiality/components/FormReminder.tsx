import { Reminder } from './Reminder.tsx'
import type { useReminder } from './use-reminder.ts'

type Props<Name extends string> = {
	reminder: ReturnType<typeof useReminder>
	/** The form whose fields are checked before they are sent. */
	form: {
		getValues(name: Name): string
		setValue(name: Name, value: string, options: { shouldDirty: boolean }): void
		setFocus(name: Name): void
		submit(): Promise<void>
	}
	/** Label of the button that posts without changes. */
	postLabel?: string
}

/** The reminder in a form: replaces text in the fields with placeholders, or sends the form unchanged. */
export function FormReminder<Name extends string>({ reminder, form, ...rest }: Props<Name>) {
	return (
		<Reminder
			{...rest}
			flagged={reminder.flagged}
			onReplace={(fields) => {
				for (const field of fields as Name[]) {
					form.setValue(field, reminder.redact(form.getValues(field)), { shouldDirty: true })
					form.setFocus(field)
				}
				reminder.close()
			}}
			onPost={() => {
				reminder.accept()
				void form.submit()
			}}
		/>
	)
}
