import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { $user } from '#src/lib/api/auth-state.ts'
import type { ContractForm, FormFailure } from '#src/lib/forms/forms.ts'
import { useLastFailure } from '#src/lib/forms/last-failure.ts'
import { useIsHydrating } from '#src/lib/use-is-hydrating.ts'
import { Button } from '../Button.tsx'
import { Alert } from '../dialogs/Alert.tsx'
import { useIsSignInNoticeShown } from '../dialogs/sign-in-ended.tsx'
import { ConflictNotice } from './ConflictNotice.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'

type FailureProps = {
	failure: FormFailure
	/** Whether the form is being submitted again. */
	isStale: boolean
	/** The action that failed, shown before the reason. */
	title?: string | undefined
	/** The next step, shown after the reason. */
	note?: ReactNode
}

/** Shows why a form was not sent. After an expired session, the user signs in in another tab and submits here again. */
function Failure({ failure, isStale: isPast, title, note }: FailureProps) {
	const box = useRef<HTMLDivElement>(null)
	const { error, text, isSignedOut, isGone } = failure
	const isNoticeShown = useIsSignInNoticeShown()
	// Scroll the error into view: focus stays on the submit button for a retry, and the button may be far below.
	// biome-ignore lint/correctness/useExhaustiveDependencies: at each failure
	useEffect(() => {
		box.current?.scrollIntoView?.({ block: 'nearest' })
	}, [error])
	// The page or dialog already shows a notice. A page whose user is unknown has no notice.
	if (isSignedOut && (isNoticeShown || $user.get())) return null
	return (
		<div ref={box} className="scroll-my-24">
			<Alert key={String(isPast)} isStale={isPast}>
				{title && `${title}: `}
				{text}
				{note && <> {note}</>}
				{isGone && (
					<p>
						It may have been deleted. Your text stays here
						{isGone === 'for-admins' ? (
							<>
								:{' '}
								<a className="link" href="/admin/deleted" target="_blank" rel="noopener">
									check in a new tab whether it can be restored
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
						Your text stays here.{' '}
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

/** Fields that take text or a choice. */
const FIELD =
	'textarea, select, input:not([type="button"], [type="file"], [type="reset"], [type="submit"]), [contenteditable="true"]'

/** Submits on Ctrl-Enter and Cmd-Enter in any field. Browsers submit only on Enter alone in one-line fields. */
function submitOnShortcut(event: KeyboardEvent<HTMLFormElement>): void {
	const { currentTarget: form, target, key, ctrlKey, metaKey, altKey, shiftKey } = event
	if (key !== 'Enter' || ctrlKey === metaKey || altKey || shiftKey || event.nativeEvent.isComposing) return
	const field = target instanceof Element && target.closest(FIELD)
	if (!field || field.closest('form') !== form) return
	// An editor's panel handles Enter itself.
	if (form.contains(field.closest('[role="dialog"]'))) return
	// Handle the key first: an editor would insert a line break, and a suggestion list would select an option.
	event.preventDefault()
	event.stopPropagation()
	const button = form.querySelector<HTMLButtonElement>('button[type="submit"]')
	// Holding the keys down submits only once.
	if (button && !button.disabled && !event.repeat) form.requestSubmit(button)
}

type Props = Omit<ComponentProps<'form'>, 'ref' | 'onSubmit'> & {
	of: ContractForm
	failureTitle?: string
	failureNote?: ReactNode
}

/** Renders a form of `useContractForm`, with its failure, error summary and CSRF token. */
export function Form({ of: form, failureTitle, failureNote, children, ...rest }: Props) {
	const { element, isEnding, isPending } = form
	const failure = useLastFailure(form.failure, isPending)
	useEffect(() => {
		const current = element.current
		if (!isEnding || !current) return
		// Block input during a request: it would be lost with the form. (Disabling the fields would lose focus.)
		const preventInput = (event: Event) => event.preventDefault()
		current.addEventListener('beforeinput', preventInput)
		return () => current.removeEventListener('beforeinput', preventInput)
	}, [element, isEnding])
	return (
		// POST, so that a submit before hydration cannot put a password into a URL.
		<form method="post" noValidate {...rest} ref={element} onSubmit={form.submit} onKeyDownCapture={submitOnShortcut}>
			{form.conflict && <ConflictNotice key={form.conflict.version} {...form.conflict} />}
			{failure && <Failure failure={failure} isStale={isPending} title={failureTitle} note={failureNote} />}
			<ErrorSummary errors={form.errors} onGo={form.goTo} />
			{/* The token's field is specified in docs/product.md, Calls and their errors. */}
			{form.token && <input type="hidden" name="_csrf" value={form.token} />}
			{children}
		</form>
	)
}

type SubmitProps = Omit<ComponentProps<typeof Button>, 'type' | 'form'> & {
	form: ContractForm
	/** Label while the form is pending or being validated (`loading`). */
	busy: string
}

/** Renders the submit button, which is disabled until the CSRF token is loaded. */
export function SubmitButton({ form, busy, loading = false, disabled = false, children, ...rest }: SubmitProps) {
	const isApple = !useIsHydrating() && /^(Mac|iPhone|iPad)/.test(navigator.platform)
	return (
		<Button
			{...rest}
			type="submit"
			loading={form.isPending || loading}
			disabled={disabled || !form.isReady}
			// The shortcut of `submitOnShortcut`.
			data-send-keys={isApple ? '\u2318 \u21b5' : 'Ctrl \u21b5'}
		>
			{form.isPending || loading ? busy : children}
		</Button>
	)
}

/** Renders the last row of a form that stays open: saves, reverts, and shows unsaved changes. */
export function SaveRow({
	form,
	children,
}: {
	form: ContractForm & { readonly isDirty: boolean }
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
