import { type RefObject, useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import type { StoragePlace } from '../browser-storage.ts'
import { newId } from '../ids.ts'
import { typedSince } from './typed-since.ts'
import { useDraft } from './use-draft.ts'

export type Values = Readonly<Record<string, unknown>>

export interface FormDraft<Name extends string = string> {
	/** Storage key, including the user id: members may share a computer. Undefined stores nothing. */
	key: string | undefined
	/** Fields that must never be stored, such as passwords. */
	except?: readonly Name[]
	/** 'tab' for input of visitors, since there is no logout to delete it. */
	place?: StoragePlace
	/**
	 * Sends the post with an idempotency key that is created and stored with the draft, so that repeated requests create
	 * one post. With a `key`, this also applies after a reload and in another tab.
	 */
	isIdempotent?: boolean
	/** Parses the draft format of an earlier version. */
	parse?: (text: string) => object | undefined
}

/**
 * Behavior of the form after a success: it closes, stays with the sent values as the saved state, or is emptied for the
 * next post.
 */
export type AfterSending = 'ends' | 'stays' | 'empties'

const VERSION = ':version'
const IDEMPOTENCY_KEY = ':sendKey'

/** Parses a draft. Plain text is the value of the first field, as in older drafts. */
export function parseDraft(text: string, firstName: string): Values {
	try {
		const value: unknown = JSON.parse(text)
		if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Values
	} catch {
		// Not JSON: plain text.
	}
	return { [firstName]: text }
}

export const pick = (values: Values, names: readonly string[]): Values =>
	Object.fromEntries(names.map((name) => [name, values[name]]))

const isText = (value: unknown): value is string => typeof value === 'string'

const textOf = (value: unknown) => JSON.stringify(isText(value) ? value.trim() : (value ?? ''))

/** Compares these fields, trimmed; a missing field equals an empty one. */
export const isSame = (one: Values, other: Values, names: readonly string[]) =>
	names.every((name) => textOf(one[name]) === textOf(other[name]))

/** Returns the text typed into the fields since a post. */
const typedAfter = (typed: Values, sent: Values, names: readonly string[]): Values =>
	Object.fromEntries(
		names.flatMap((name) => {
			const [text, posted] = [typed[name], sent[name]]
			return isText(text) && isText(posted) ? [[name, typedSince(text, posted.trim())]] : []
		}),
	)

/** Stores unsaved input as a draft, with the version it is based on. */
function useFormDraft<Input extends FieldValues, Output>(
	form: UseFormReturn<Input, unknown, Output>,
	names: readonly string[],
	saved: RefObject<Values>,
	{ key, except = [], place, parse, isIdempotent = false }: FormDraft,
	version: () => number | undefined,
	onRead: () => void,
) {
	const [draftVersion, setDraftVersion] = useState<number>()
	const idempotencyKey = useRef<string>(undefined)
	const keyOfSubmission = (): string | undefined => {
		if (isIdempotent) idempotencyKey.current ??= newId()
		return idempotencyKey.current
	}
	const storedNames = names.filter((name) => !except.includes(name))
	const draft = useDraft<Values>(key, {
		place,
		parse(text) {
			const stored = parseDraft(text, storedNames[0] ?? '')
			const own = parse ? parse(text) : stored
			return own && { ...own, [VERSION]: stored[VERSION], [IDEMPOTENCY_KEY]: stored[IDEMPOTENCY_KEY] }
		},
		onRead(stored) {
			if (!stored) return
			const validNames = storedNames.filter((name) => typeof stored[name] === typeof saved.current[name])
			form.reset({ ...form.getValues(), ...pick(stored, validNames) }, { keepDefaultValues: true })
			onRead()
			if (isText(stored[IDEMPOTENCY_KEY])) idempotencyKey.current = stored[IDEMPOTENCY_KEY]
			const baseVersion = stored[VERSION]
			if (typeof baseVersion === 'number') setDraftVersion(baseVersion)
		},
	})
	const storeInput = (values: Values): void => {
		if (isSame(values, saved.current, storedNames)) forget()
		else draft.save({ ...pick(values, storedNames), [VERSION]: version(), [IDEMPOTENCY_KEY]: keyOfSubmission() })
	}
	/** Deletes the draft. The next input is a new post. */
	function forget(): void {
		idempotencyKey.current = undefined
		draft.save(undefined)
	}
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each key; the form is the same for its life
	useEffect(() => {
		if (key === undefined) return
		const subscription = form.watch(storeInput)
		return () => subscription.unsubscribe()
	}, [key])
	return {
		read: draft.read,
		forget,
		draftVersion,
		keyOfSubmission,
		/** Replaces the used idempotency key. */
		renew(values: Values): void {
			idempotencyKey.current = undefined
			storeInput(values)
		},
	}
}

/** Sets form values from outside. Each call increments `round`, which resets editors that have their own state. */
function useValues<Input extends FieldValues, Output>(
	form: UseFormReturn<Input, unknown, Output>,
	saved: RefObject<Values>,
) {
	const [round, setRound] = useState(0)
	const nextRound = () => setRound((before) => before + 1)
	return {
		round,
		nextRound,
		/** Sets the saved values, and the fields too unless `keepValues`. */
		setSaved(values: Values, keepValues = false): void {
			saved.current = values
			form.reset(values as Input, { keepValues })
			if (!keepValues) nextRound()
		},
		put(values: Values): void {
			for (const [name, value] of Object.entries(values))
				form.setValue(name as Path<Input>, value as PathValue<Input, Path<Input>>, { shouldDirty: true })
			nextRound()
		},
	}
}

/**
 * Compares a form's input with the saved state, stores it as a draft, and separates later input from the sent input.
 * @param version the version that the form's changes are based on; it is stored with a draft.
 */
export function useFormText<Input extends FieldValues, Output>(
	form: UseFormReturn<Input, unknown, Output>,
	names: readonly string[],
	defaults: DefaultValues<Input>,
	draftOptions: FormDraft = { key: undefined },
	version: () => number | undefined = () => undefined,
) {
	/** The initial or last saved values. */
	const saved = useRef<Values>(defaults)
	const isMounted = useIsMounted()
	const { round, nextRound, setSaved, put } = useValues(form, saved)
	const draft = useFormDraft(form, names, saved, draftOptions, version, nextRound)

	/** Returns the current values. After the form has closed, another form with the same key may continue its draft. */
	const currentValues = (): Values => ({ ...form.getValues(), ...(isMounted.current ? {} : draft.read()) })
	const isClean = () => isSame(currentValues(), saved.current, names)

	// Never replace unsaved input.
	useOnChange(JSON.stringify(defaults), () => isClean() && setSaved(defaults))

	/** Updates the fields after a success. `sent` has the sent values, `answer` the server's version of them. */
	function settle(after: AfterSending, sent: Values, answer: Values = sent): void {
		const typed = currentValues()
		const isDone = isSame(typed, sent, names)
		if (after === 'empties') {
			const left = { ...saved.current, ...typedAfter(typed, sent, names) }
			form.reset(left as Input, { keepDefaultValues: true })
			draft.renew(left)
			return
		}
		if (after === 'stays') setSaved(answer, !isDone || isSame(typed, answer, names))
		if (after === 'ends' || isDone) draft.forget()
		else draft.renew(typed)
	}

	return {
		currentValues,
		isClean,
		keyOfSubmission: draft.keyOfSubmission,
		/** Makes the next request a new post with the same text. */
		renewIdempotencyKey: () => draft.renew(form.getValues()),
		settle,
		round,
		/** The version that the loaded draft is based on. */
		draftVersion: draft.draftVersion,
		put,
		/** Sets a new saved state. `values` replaces its fields; all other input stays. */
		rebase(newSaved: Values, values: Values): void {
			const typed = { ...pick(form.getValues(), names), ...values }
			saved.current = { ...saved.current, ...newSaved }
			form.reset(saved.current as Input, { keepIsSubmitted: true, keepSubmitCount: true })
			put(typed)
		},
		/** Reverts the input and deletes its draft. */
		discard(): void {
			setSaved(saved.current)
			draft.forget()
		},
	}
}

export type FormText = ReturnType<typeof useFormText>

function useIsMounted(): RefObject<boolean> {
	const isMounted = useRef(true)
	useEffect(() => {
		isMounted.current = true
		return () => {
			isMounted.current = false
		}
	}, [])
	return isMounted
}

/** Runs on each change of a value, but not initially. */
function useOnChange(value: string, run: () => void): void {
	const known = useRef(value)
	// biome-ignore lint/correctness/useExhaustiveDependencies: for each new value
	useEffect(() => {
		if (known.current === value) return
		known.current = value
		run()
	}, [value])
}
