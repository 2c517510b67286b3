import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { ContractForm, FormFailure } from '#src/lib/forms/forms.ts'
import { Button } from '../Button.tsx'
import { Alert } from '../dialogs/Alert.tsx'
import { useIsSignInSaid } from '../dialogs/sign-in-ended.tsx'
import { ConflictNotice } from './ConflictNotice.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { useSendKeys } from './send-keys.ts'

type FailureProps = {
	failure: FormFailure
	/** What failed, where the form says it before the reason. */
	title?: string | undefined
	/** A way on, after the reason. */
	note?: ReactNode
}

/** Why a form was not sent. Whose sign-in ended signs in beside it, and sends it from here. */
function Failure({ failure, title, note }: FailureProps) {
	const box = useRef<HTMLDivElement>(null)
	const { error, text, isSignedOut, isGone } = failure
	const isSaid = useIsSignInSaid()
	// It is announced, and the focus stays on the button to try again; but that may stand far below.
	// biome-ignore lint/correctness/useExhaustiveDependencies: at each failure
	useEffect(() => {
		box.current?.scrollIntoView?.({ block: 'nearest' })
	}, [error])
	if (isSignedOut && isSaid) return null
	return (
		<div ref={box} className="scroll-my-24">
			<Alert>
				{title && `${title}: `}
				{text}
				{note && <> {note}</>}
				{isGone && (
					<p>
						It may have been deleted meanwhile. What you wrote stays here
						{isGone === 'for-admins' ? (
							<>
								:{' '}
								<a className="link" href="/admin/deleted" target="_blank" rel="noopener">
									see in a new tab whether it can be brought back
								</a>
								, then send it again.
							</>
						) : (
							', so that you can copy it.'
						)}
					</p>
				)}
				{isSignedOut && (
					<p>
						What you wrote stays here.{' '}
						<a className="link" href="/auth" target="_blank" rel="noopener">
							Sign in in a new tab
						</a>
						, then send it again.
					</p>
				)}
			</Alert>
		</div>
	)
}

/** Ctrl-Enter and Cmd-Enter press the button that sends, where Enter begins a new line. */
function sendByKeys(event: KeyboardEvent<HTMLFormElement>): void {
	const { currentTarget: form, target, key, ctrlKey, metaKey, altKey, shiftKey } = event
	if (key !== 'Enter' || ctrlKey === metaKey || altKey || shiftKey || event.nativeEvent.isComposing) return
	const field = target instanceof Element && target.closest('textarea, [contenteditable="true"]')
	if (!field || field.closest('form') !== form) return
	// Before the field hears it: an editor would break the line, and a list that is offered would be chosen from.
	event.preventDefault()
	event.stopPropagation()
	const button = form.querySelector<HTMLButtonElement>('button[type="submit"]')
	// Who holds the keys down means it once.
	if (button && !button.disabled && !event.repeat) form.requestSubmit(button)
}

type Props = Omit<ComponentProps<'form'>, 'ref' | 'onSubmit'> & {
	of: ContractForm
	failureTitle?: string
	failureNote?: ReactNode
}

/** The form of `useContractForm`: with its failure, what is wrong where fields may be out of view, and its token. */
export function Form({ of: form, failureTitle, failureNote, children, ...rest }: Props) {
	const { element, isEnding } = form
	useEffect(() => {
		const current = element.current
		if (!isEnding || !current) return
		// What would be typed now would go with the form. (Fields that are disabled would lose the focus.)
		const refuse = (event: Event) => event.preventDefault()
		current.addEventListener('beforeinput', refuse)
		return () => current.removeEventListener('beforeinput', refuse)
	}, [element, isEnding])
	return (
		// POST, so that a click before the page is ready cannot put a password into an address.
		<form method="post" noValidate {...rest} ref={element} onSubmit={form.submit} onKeyDownCapture={sendByKeys}>
			{form.conflict && <ConflictNotice key={form.conflict.version} {...form.conflict} />}
			{form.failure && <Failure failure={form.failure} title={failureTitle} note={failureNote} />}
			<ErrorSummary errors={form.errors} onGo={form.goTo} />
			{/* docs/product.md, Calls and their errors. */}
			{form.token && <input type="hidden" name="_csrf" value={form.token} />}
			{children}
		</form>
	)
}

type SubmitProps = Omit<ComponentProps<typeof Button>, 'type' | 'form'> & {
	form: ContractForm
	/** What it says while it is being sent, or looked at before (`loading`). */
	busy: string
}

/** The button that sends a form. It waits for the security token. */
export function SubmitButton({ form, busy, loading = false, disabled = false, children, ...rest }: SubmitProps) {
	const sendKeys = useSendKeys()
	return (
		<Button
			{...rest}
			type="submit"
			loading={form.isPending || loading}
			disabled={disabled || !form.isReady}
			data-send-keys={sendKeys}
		>
			{form.isPending || loading ? busy : children}
		</Button>
	)
}

/** The end of a form that stays: saves, takes back what was changed, and says whether something is not saved. */
export function SaveRow({
	form,
	children,
}: {
	form: ContractForm & { readonly isDirty: boolean; discard(): void }
	children: ReactNode
}) {
	return (
		<div className="flex flex-wrap items-center gap-3">
			<SubmitButton form={form} busy="Saving...">
				{children}
			</SubmitButton>
			{form.isDirty && !form.isPending && (
				<Button variant="quiet" onClick={form.discard}>
					Discard changes
				</Button>
			)}
			<p role="status" className="text-small text-muted">
				{form.isDirty ? 'Not saved yet.' : ''}
			</p>
		</div>
	)
}
