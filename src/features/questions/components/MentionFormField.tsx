import type { ComponentProps } from 'react'
import { type Control, Controller } from 'react-hook-form'
import { MentionField } from './MentionField.tsx'

type Props<Input extends { body: string }> = Omit<
	ComponentProps<typeof MentionField>,
	'label' | 'error' | 'value' | 'onText' | 'name' | 'ref'
> & {
	of: {
		control: Control<Input, unknown, unknown>
		labels: Readonly<{ body: string }>
		errorOf(path: string): string | undefined
	}
}

/** The text field of a question or comment form. */
export const MentionFormField = <Input extends { body: string }>({ of: form, ...rest }: Props<Input>) => (
	<Controller
		control={form.control as unknown as Control<{ body: string }>}
		name="body"
		render={({ field }) => (
			<MentionField
				{...rest}
				label={form.labels.body}
				error={form.errorOf('body')}
				name={field.name}
				ref={field.ref}
				value={field.value}
				onText={field.onChange}
			/>
		)}
	/>
)
