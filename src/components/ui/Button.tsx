import { type ComponentProps, useImperativeHandle } from 'react'
import { useFocusWhileDisabled } from './dialogs/focus.ts'
import { Spinner } from './Spinner.tsx'
import { type ButtonSize, type ButtonVariant, buttonClass } from './styles.ts'

type Props = ComponentProps<'button'> & {
	variant?: ButtonVariant
	size?: ButtonSize
	/** Shows a spinner, announces it to screen readers and ignores clicks. The caller changes the label. */
	loading?: boolean
}

export function Button({ variant, size, loading = false, className, disabled, children, type, ref, ...rest }: Props) {
	const element = useFocusWhileDisabled<HTMLButtonElement>(disabled || loading)
	useImperativeHandle(ref, () => element.current as HTMLButtonElement)
	return (
		<button
			{...rest}
			ref={element}
			type={type ?? 'button'}
			className={buttonClass({ variant, size, className })}
			disabled={disabled || loading}
			aria-busy={loading || undefined}
		>
			{loading && <Spinner />}
			{children}
		</button>
	)
}
