import type { ComponentProps } from 'react'
import { TextField } from '#src/components/ui/forms/Field.tsx'

/** A field for the six digits of an app, which phones and password managers fill in. */
export const CodeField = (props: ComponentProps<typeof TextField>) => (
	<TextField autoComplete="one-time-code" inputMode="numeric" spellCheck={false} {...props} />
)
