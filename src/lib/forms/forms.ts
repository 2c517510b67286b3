import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import {
	type DefaultValues,
	type FieldError,
	type FieldValues,
	get,
	type Path,
	type RegisterOptions,
	type UseFormRegisterReturn,
	type UseFormReturn,
	useForm,
} from 'react-hook-form'
import type { z } from 'zod/mini'
import { useCsrfToken } from '../api/api-client.ts'
import { isApiError, isSignInEnded, messageOf } from '../api/errors.ts'
import { type Mutation, useMutation } from '../api/query.ts'
import { enterAutofilled } from '../enter-value.ts'
import { usePageBack } from '../site/page-back.ts'
import { type AfterSending, type FormDraft, type FormText, useFormText, type Values } from './form-text.ts'
import { type Conflict, type Edited, type FormVersion, useFormVersion, type Versioned } from './form-version.ts'
import { confirmLeaveDuringUpload } from './uploading.ts'

/**
 * Matches invalid fields (`Field.tsx`), and elements around controls that cannot be marked as invalid, such as a
 * captcha.
 */
const INVALID = '[aria-invalid="true"], [data-wrong="true"]'
const FOCUSABLE = 'input:not([type="hidden"]), select, textarea, button, iframe, [contenteditable="true"], [tabindex]'

/** Focuses the first element of a form that matches `selector`, or the first focusable element in it. */
function focusOn(form: Element | null, selector: string): void {
	const match = form?.querySelector<HTMLElement>(selector)
	const field = match?.matches(FOCUSABLE) ? match : match?.querySelector<HTMLElement>(FOCUSABLE)
	field?.focus()
}

/** Number of fields above which a form lists its errors at the top, since some may be out of view. */
const FEW_FIELDS = 3

/** The failure of a submit, shown in place. */
export interface FormFailure {
	readonly error: Error
	readonly text: string
	readonly isSignedOut: boolean
	/** Whether the item was deleted. An admin can restore it. */
	readonly isGone: false | 'for-admins' | 'for-members'
}

/** A form as seen by its components (`components/ui/forms/Form.tsx`). */
export interface ContractForm {
	readonly element: RefObject<HTMLFormElement | null>
	submit(event?: FormEvent): Promise<void>
	/** Whether a submit is pending. A form that closes on success stays pending until it is removed. */
	readonly isPending: boolean
	/** Whether further input would be lost with the form. */
	readonly isEnding: boolean
	/** Whether the CSRF token is loaded. */
	readonly isReady: boolean
	readonly token: string | null
	readonly failure: FormFailure | undefined
	readonly conflict: Conflict | undefined
	/** The invalid fields, for a form in which they may be out of view. */
	readonly errors: ReadonlyArray<{ path: string; place: string }>
	goTo(path: string): void
	/** Reverts the input and deletes its draft. */
	discard(): void
}

/** Names of fields, without the version, which `edited` tracks. */
type Name<Input> = Exclude<string & keyof Input, 'version'>

interface Options<Input, Output, Answer, Theirs extends Versioned> {
	/** Initial values. A form without input follows their changes. */
	defaultValues: DefaultValues<Input>
	/** Labels of the fields, in visual order. */
	labels: Readonly<Record<Name<Input>, string>>
	/** Undefined for a form without text, which has only choices or passwords. */
	draft: FormDraft<Name<Input>> | undefined
	/** Default 'ends'. */
	afterSending?: AfterSending
	/** Runs before a submit and calls `send` to continue: after a confirmation or a check of the text. */
	before?: (body: Output, send: (body: Output) => void, base: Theirs | undefined) => unknown
	/** Makes the fields visible before one gets focus, for example by opening their tab. */
	reveal?: () => void
	/** Returns the label of an error that is not at a named field. */
	placeOf?: (path: string, values: Input) => string
	/**
	 * Called after the refresh, even if the form has unmounted. `isDone` is true if there was no input after the submit.
	 */
	onDone?: (answer: Answer, isDone: boolean) => void
	onFailed?: (error: Error) => void
	/** Called when Back restores the page with a submitted form. */
	onBack?: (answer: Answer) => void
	/** Maps the response to field values, for a server that changes the input. */
	saved?: (answer: Answer) => Input
	edited?: Edited<Theirs, Input>
}

/** Maps form values to the request. `base` is the version to change, `idempotencyKey` is set for `isIdempotent`. */
type ToInput<Output, Variables, Theirs> = Output extends Variables
	? { toInput?: (body: Output, base: Theirs | undefined, idempotencyKey: string | undefined) => Variables }
	: { toInput: (body: Output, base: Theirs | undefined, idempotencyKey: string | undefined) => Variables }

/**
 * Moves focus to the first invalid field after each failed validation, or to the field chosen in the summary, once the
 * fields are visible.
 */
function useFormFocus(form: RefObject<HTMLFormElement | null>, tries: number, reveal: (() => void) | undefined) {
	const shouldFocus = useRef(false)
	const [target, setTarget] = useState<{ path: string }>()
	// biome-ignore lint/correctness/useExhaustiveDependencies: after each try, once the fields show their errors
	useEffect(() => {
		if (shouldFocus.current) focusOn(form.current, INVALID)
		shouldFocus.current = false
	}, [tries])
	useEffect(() => {
		if (target) focusOn(form.current, `[name="${target.path}"], [data-field="${target.path}"]`)
	}, [target, form])
	return {
		focusInvalid(): void {
			shouldFocus.current = true
			reveal?.()
		},
		/** Focuses a field by its name, or by the `data-field` around it. */
		goTo(path: string): void {
			reveal?.()
			setTarget({ path })
		},
	}
}

/** Returns the paths of errors in the order of `names`: "title", "questions.0.text". */
function pathsOf(errors: object, names: readonly string[]): string[] {
	const within = (fields: object, above: string): string[] =>
		Object.entries(fields).flatMap(([name, error]) => {
			// An error contains the element of its field.
			if (typeof error !== 'object' || error === null || name === 'ref') return []
			const path = above + name
			return [...(typeof error.message === 'string' ? [path] : []), ...within(error, `${path}.`)]
		})
	const rank = (path: string) => {
		const at = names.indexOf(path.split('.')[0] ?? '')
		return at === -1 ? names.length : at
	}
	return within(errors, '').sort((one, other) => rank(one) - rank(other))
}

type FormOptions<Input, Output, Answer, Variables, Theirs extends Versioned> = Options<Input, Output, Answer, Theirs> &
	ToInput<Output, Variables, Theirs>

const failureOf = (
	error: Error,
	{ access, fallback }: Pick<Mutation<unknown>, 'access' | 'fallback'>,
	isChange: boolean,
): FormFailure => ({
	error,
	text: messageOf(error, fallback),
	isSignedOut: isSignInEnded(error, access),
	isGone: isChange && isApiError(error) && error.status === 404 && (access === 'admin' ? 'for-admins' : 'for-members'),
})

/** Sends the input once, and updates the fields afterwards. */
function useSending<Input extends FieldValues, Output, Answer, Variables, Theirs extends Versioned>(
	submitMutation: Mutation<Answer, Variables>,
	options: FormOptions<Input, Output, Answer, Variables, Theirs>,
	form: UseFormReturn<Input, unknown, Output>,
	text: FormText,
	version: FormVersion<Theirs>,
	focusInvalid: () => void,
) {
	const { afterSending = 'ends' } = options
	/** The sent values while the submit is pending, or, for a form that closes on success, until it is removed. */
	const sent = useRef<Values>(undefined)
	const mutation = useMutation(submitMutation, {
		onDone(answer) {
			version.saved(answer)
			text.settle(afterSending, sent.current ?? {}, options.saved?.(answer))
			if (afterSending !== 'ends') sent.current = undefined
		},
		onRefreshed: (answer) => options.onDone?.(answer, text.isClean()),
		onFailed(error) {
			sent.current = undefined
			version.onFailed(error)
			// A post with this key and an earlier text already exists, so use a new key.
			if (isApiError(error) && error.status === 409) text.renewIdempotencyKey()
			options.onFailed?.(error)
		},
	})
	const { error, isSuccess } = mutation
	const isEnding = afterSending === 'ends' && (mutation.isPending || isSuccess)
	const isPending = mutation.isPending || isEnding
	usePageBack(isEnding && isSuccess, () => {
		const answer = mutation.data as Answer
		sent.current = undefined
		mutation.reset()
		text.discard()
		options.onBack?.(answer)
	})

	function send(body: Output): void {
		if (sent.current) return
		sent.current = text.currentValues()
		mutation.mutate((options.toInput ? options.toInput(body, version.base, text.keyOfSubmission()) : body) as Variables)
	}
	async function submit(event?: FormEvent): Promise<void> {
		event?.preventDefault()
		if (isPending) return
		const atSubmit = JSON.stringify(text.currentValues())
		// Include and validate input since the submit.
		const go = (body: Output) => (JSON.stringify(text.currentValues()) === atSubmit ? send(body) : void submit())
		const onValid = (body: Output) => (options.before ? options.before(body, go, version.base) : go(body))
		const onInvalid = () => {
			// The server's error belongs to the previous input.
			if (mutation.isError) mutation.reset()
			focusInvalid()
		}
		await form.handleSubmit(onValid, onInvalid)(event)
	}
	return { submit, isPending, isEnding, isSuccess, failure: version.isConflict(error) ? null : error }
}

/** Returns the error of a field, and the errors above a long form. */
function errorsOf(errors: object, names: readonly string[], placeOf: (path: string) => string) {
	const invalidPaths = names.length > FEW_FIELDS ? pathsOf(errors, names) : []
	return {
		errorOf: (path: string): string | undefined => (get(errors, path) as FieldError | undefined)?.message,
		errors: invalidPaths.map((path) => ({ path, place: placeOf(path) })),
	}
}

/**
 * Creates a form from the schema of its endpoint, with the server's rules and messages. Validates on submit first and
 * on change afterwards (docs/product.md, Fields and their messages). Handles drafts, focus, errors and the CSRF
 * token, and submits once. Input survives a failed submit, and edits made while a submit is pending. Render it with
 * `Form` and `SubmitButton` of `components/ui/forms/Form.tsx`.
 */
export function useContractForm<
	Input extends FieldValues,
	Output,
	Answer,
	Variables,
	Theirs extends Versioned = Versioned,
>(
	schema: z.ZodMiniType<Output, Input>,
	submitMutation: Mutation<Answer, Variables>,
	options: FormOptions<Input, Output, Answer, Variables, Theirs>,
) {
	const { defaultValues, edited } = options
	const labels: Readonly<Record<string, string>> = options.labels
	const names = Object.keys(labels)
	const resolver = zodResolver(schema)
	const form = useForm<Input, unknown, Output>({ defaultValues, resolver, shouldFocusError: false })
	const { errors, isDirty, submitCount } = form.formState
	const element = useRef<HTMLFormElement>(null)
	const focus = useFormFocus(element, submitCount, options.reveal)
	const { token, isLoading } = useCsrfToken()
	const baseVersion = useRef(edited?.original?.version)
	const text = useFormText(form, names, defaultValues, options.draft, () => baseVersion.current)
	const version = useFormVersion(edited, labels, form, text)
	baseVersion.current = version.base?.version
	const { failure, ...sending } = useSending(submitMutation, options, form, text, version, focus.focusInvalid)

	async function submit(event?: FormEvent): Promise<void> {
		event?.preventDefault()
		enterAutofilled(element.current, (name) => get(form.getValues(), name))
		if (confirmLeaveDuringUpload(element.current)) await sending.submit()
	}
	const placeOf = (path: string) => options.placeOf?.(path, form.getValues()) ?? labels[path] ?? path
	const { errorOf, errors: invalidFields } = errorsOf(errors, names, placeOf)
	return {
		...form,
		...sending,
		submit,
		element,
		failure: failure ? failureOf(failure, submitMutation, edited?.original !== undefined) : undefined,
		token,
		isReady: !isLoading,
		conflict: version.conflict,
		base: version.base,
		errors: invalidFields,
		errorOf,
		goTo: focus.goTo,
		isDirty,
		/** Returns whether there is unsaved input at this moment. Ignores surrounding whitespace. */
		hasText: () => !text.isClean(),
		discard: text.discard,
		round: text.round,
		labels: options.labels,
		/** Returns the props of a field for the components of `Field.tsx`. */
		field: <Field extends Path<Input> & Name<Input>>(name: Field, rules?: RegisterOptions<Input, Field>) => ({
			...form.register(name, rules),
			label: options.labels[name],
			error: errorOf(name),
		}),
	} satisfies ContractForm & Record<string, unknown>
}

/** Props from `field` for a component of `Field.tsx`. */
export type FieldProps = UseFormRegisterReturn & { label: string; error: string | undefined }
