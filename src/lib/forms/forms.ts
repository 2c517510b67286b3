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
import { isApiError, messageOf } from '../api/errors.ts'
import { type Mutation, useMutation } from '../api/query.ts'
import { enterAutofilled } from '../enter-value.ts'
import { usePageBack } from '../site/page-back.ts'
import { type AfterSending, type FormDraft, type FormText, useFormText, type Values } from './form-text.ts'
import { type Conflict, type Edited, type FormVersion, useFormVersion, type Versioned } from './form-version.ts'
import { mayGoWithoutFile } from './uploading.ts'

/** What is wrong says so itself (`Field.tsx`); what cannot, as a captcha, is marked around it. */
const WRONG = '[aria-invalid="true"], [data-wrong="true"]'
const FOCUSABLE = 'input:not([type="hidden"]), select, textarea, button, iframe, [contenteditable="true"], [tabindex]'

/** Focuses the first element of a form that fits, or what can be focused in it. */
function focusOn(form: Element | null, selector: string): void {
	const match = form?.querySelector<HTMLElement>(selector)
	const field = match?.matches(FOCUSABLE) ? match : match?.querySelector<HTMLElement>(FOCUSABLE)
	field?.focus()
}

/** A form with more fields than these says above them which are wrong: some may be out of view. */
const FEW_FIELDS = 3

/** Why a form was not sent, as it is said in place. */
export interface FormFailure {
	readonly error: Error
	readonly text: string
	/** The sign-in ended meanwhile. */
	readonly isSignedOut: boolean
	/** What the form changes was deleted meanwhile; an admin may bring it back. */
	readonly isGone: false | 'for-admins' | 'for-members'
}

/** A form as the components around its fields know it (`components/ui/forms/Form.tsx`). */
export interface ContractForm {
	readonly element: RefObject<HTMLFormElement | null>
	submit(event?: FormEvent): Promise<void>
	/** Being sent; and of one that ends with that, also after success, until it is gone. */
	readonly isPending: boolean
	/** What would be typed now would go with the form. */
	readonly isEnding: boolean
	/** The security token is there. */
	readonly isReady: boolean
	readonly token: string | null
	readonly failure: FormFailure | undefined
	/** Something else was saved meanwhile. */
	readonly conflict: Conflict | undefined
	/** The fields that are wrong, in a form in which they may be out of view. */
	readonly errors: ReadonlyArray<{ path: string; place: string }>
	goTo(path: string): void
}

/** A version is no field: `edited` knows it. */
type Name<Input> = Exclude<string & keyof Input, 'version'>

interface Options<Input, Output, Answer, Theirs extends Versioned> {
	/** What the fields begin with. When it changes, a form in which nothing was typed takes it over. */
	defaultValues: DefaultValues<Input>
	/** What the form calls its fields, in the order in which one reads them. */
	labels: Readonly<Record<Name<Input>, string>>
	draft?: FormDraft<Name<Input>>
	/** 'ends' unless said. */
	afterSending?: AfterSending
	/** Runs before it is sent, and calls `send` if and when it may be: after a question, or after a look at the text. */
	before?: (body: Output, send: (body: Output) => void, base: Theirs | undefined) => unknown
	/** Brings the fields into the page before the focus goes to one that is wrong: they may lie behind a tab. */
	reveal?: () => void
	/** What the form calls the place of an error, where it is not the name of a field. */
	placeOf?: (path: string, values: Input) => string
	/** Once the screen is refreshed, also when the form is gone by then. `isDone`: nothing was typed since. */
	onDone?: (answer: Answer, isDone: boolean) => void
	onFailed?: (error: Error) => void
	/** The browser brought back the page as it was left, with a form that was sent. */
	onBack?: (answer: Answer) => void
	/** What the fields show after success, where the server made something else of what was sent. */
	saved?: (answer: Answer) => Input
	edited?: Edited<Theirs, Input>
}

/** What is sent, where it is not what was typed. `base` is the version that is changed, `idempotencyKey` names a post (`isIdempotent`). */
type ToInput<Output, Variables, Theirs> = Output extends Variables
	? { toInput?: (body: Output, base: Theirs | undefined, idempotencyKey: string | undefined) => Variables }
	: { toInput: (body: Output, base: Theirs | undefined, idempotencyKey: string | undefined) => Variables }

/**
 * After each try that failed on a field, the focus goes to the first one that is wrong; from the summary, to the one
 * that was chosen. Both once the fields are in the page.
 */
function useFormFocus(form: RefObject<HTMLFormElement | null>, tries: number, reveal: (() => void) | undefined) {
	const isRefused = useRef(false)
	const [target, setTarget] = useState<{ path: string }>()
	// biome-ignore lint/correctness/useExhaustiveDependencies: after each try, when the fields say what is wrong
	useEffect(() => {
		if (isRefused.current) focusOn(form.current, WRONG)
		isRefused.current = false
	}, [tries])
	useEffect(() => {
		if (target) focusOn(form.current, `[name="${target.path}"], [data-field="${target.path}"]`)
	}, [target, form])
	return {
		refuse(): void {
			isRefused.current = true
			reveal?.()
		},
		/** To a field by its name, or by the `data-field` around one that has none. */
		goTo(path: string): void {
			reveal?.()
			setTarget({ path })
		},
	}
}

/** Where errors are, in the order of `names`: "title", "questions.0.text". */
function pathsOf(errors: object, names: readonly string[]): string[] {
	const within = (fields: object, above: string): string[] =>
		Object.entries(fields).flatMap(([name, error]) => {
			// The element of a field is among its error.
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

type Given<Input, Output, Answer, Variables, Theirs extends Versioned> = Options<Input, Output, Answer, Theirs> &
	ToInput<Output, Variables, Theirs>

const failureOf = (
	error: Error,
	{ access, fallback }: Pick<Mutation<unknown>, 'access' | 'fallback'>,
	isChange: boolean,
): FormFailure => ({
	error,
	text: messageOf(error, fallback),
	isSignedOut: isApiError(error) && error.status === 401 && access !== 'public',
	isGone: isChange && isApiError(error) && error.status === 404 && (access === 'admin' ? 'for-admins' : 'for-members'),
})

/** Sends what was typed, once, and settles what becomes of the fields. */
function useSending<Input extends FieldValues, Output, Answer, Variables, Theirs extends Versioned>(
	sends: Mutation<Answer, Variables>,
	options: Given<Input, Output, Answer, Variables, Theirs>,
	form: UseFormReturn<Input, unknown, Output>,
	text: FormText,
	version: FormVersion<Theirs>,
	refuse: () => void,
) {
	const { afterSending = 'ends' } = options
	/** What is on its way; of a form that ends with it, until it is gone. */
	const sent = useRef<Values>(undefined)
	const mutation = useMutation(sends, {
		onDone(answer) {
			version.saved(answer)
			text.settle(afterSending, sent.current ?? {}, options.saved?.(answer))
			if (afterSending !== 'ends') sent.current = undefined
		},
		onRefreshed: (answer) => options.onDone?.(answer, text.isClean()),
		onFailed(error) {
			sent.current = undefined
			version.refused(error)
			// It stands already, with an earlier text: the name of that one is not sent again.
			if (isApiError(error) && error.status === 409) text.becomesAnother()
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
		sent.current = text.now()
		mutation.mutate((options.toInput ? options.toInput(body, version.base, text.keyOfSubmission()) : body) as Variables)
	}
	async function submit(event?: FormEvent): Promise<void> {
		event?.preventDefault()
		if (isPending) return
		const atPress = JSON.stringify(text.now())
		// What was typed since the press belongs to it, and is checked as well.
		const go = (body: Output) => (JSON.stringify(text.now()) === atPress ? send(body) : void submit())
		const onValid = (body: Output) => (options.before ? options.before(body, go, version.base) : go(body))
		const onWrong = () => {
			// What the server said of what stood here before is said no more.
			if (mutation.isError) mutation.reset()
			refuse()
		}
		await form.handleSubmit(onValid, onWrong)(event)
	}
	return { submit, isPending, isEnding, isSuccess, failure: version.isConflict(error) ? null : error }
}

/**
 * A form with the schema of its endpoint, that is, with the rules and sentences of the server; and all that a form owes
 * to who fills it in. It validates on submit first and on change afterwards (docs/product.md, Fields and their messages),
 * and the focus goes to the first field that is wrong. What is typed is kept as a draft, stays after a failure, which is
 * said in place, and also when it was typed while the answer was awaited. It is sent once, with the security token.
 * Rendered with `Form` and `SubmitButton` of `components/ui/forms/Form.tsx`.
 */
export function useContractForm<
	Input extends FieldValues,
	Output,
	Answer,
	Variables,
	Theirs extends Versioned = Versioned,
>(
	schema: z.ZodMiniType<Output, Input>,
	sends: Mutation<Answer, Variables>,
	options: Given<Input, Output, Answer, Variables, Theirs>,
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
	const baseVersion = useRef(edited?.began?.version)
	const text = useFormText(form, names, defaultValues, options.draft, () => baseVersion.current)
	const version = useFormVersion(edited, labels, form, text)
	baseVersion.current = version.base?.version
	const { failure, ...sending } = useSending(sends, options, form, text, version, focus.refuse)

	async function submit(event?: FormEvent): Promise<void> {
		event?.preventDefault()
		enterAutofilled(element.current, (name) => get(form.getValues(), name))
		if (mayGoWithoutFile(element.current, 'save')) await sending.submit()
	}
	const errorOf = (path: string): string | undefined => (get(errors, path) as FieldError | undefined)?.message
	const placeOf = (path: string) => options.placeOf?.(path, form.getValues()) ?? labels[path] ?? path
	const wrong = names.length > FEW_FIELDS ? pathsOf(errors, names) : []
	return {
		...form,
		...sending,
		submit,
		element,
		failure: failure ? failureOf(failure, sends, edited?.began !== undefined) : undefined,
		token,
		isReady: !isLoading,
		conflict: version.conflict,
		/** The version that the form changes. */
		base: version.base,
		errors: wrong.map((path) => ({ path, place: placeOf(path) })),
		errorOf,
		goTo: focus.goTo,
		/** Something was typed that is not saved. */
		isDirty,
		/** The same, asked when it matters: blanks around a text do not count. */
		hasText: () => !text.isClean(),
		discard: text.discard,
		round: text.round,
		labels: options.labels,
		/** A field by its name, as the components of `Field.tsx` take it. */
		field: <Field extends Path<Input> & Name<Input>>(name: Field, rules?: RegisterOptions<Input, Field>) => ({
			...form.register(name, rules),
			label: options.labels[name],
			error: errorOf(name),
		}),
	} satisfies ContractForm & Record<string, unknown>
}

/** What `field` of a form gives to a component of `Field.tsx`. */
export type FieldProps = UseFormRegisterReturn & { label: string; error: string | undefined }
