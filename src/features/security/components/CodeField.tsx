import type { ComponentProps } from 'react'
import { TextField } from '#src/components/ui/forms/Field.tsx'

/** A field for an app's six-digit code, which phones and password managers can fill in. */
export const CodeField = (props: ComponentProps<typeof TextField>) => (
	<TextField autoComplete="one-time-code" inputMode="numeric" spellCheck={false} {...props} />
)
