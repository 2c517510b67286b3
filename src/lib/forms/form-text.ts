import { type RefObject, useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { newId } from '../ids.ts'
import type { DraftStore } from './draft-storage.ts'
import { typedSince } from './typed-since.ts'
import { useDraft } from './use-draft.ts'

/** Values of a form by the names of its fields. */
export type Values = Readonly<Record<string, unknown>>

/** Where what is typed into a form waits until it is sent. */
export interface FormDraft<Name extends string = string> {
	/** Names the person: two members may share a machine. Undefined keeps nothing. */
	key: string | undefined
	/** What must never be kept: passwords. */
	except?: readonly Name[]
	/** 'tab' for what a visitor types: nobody logs out who never signed in. */
	place?: DraftStore
	/**
	 * A post that the server knows by a name: made when the text is begun and kept with it, so that it stands once however
	 * often it is sent; with a `key` after a reload and from another tab too.
	 */
	isIdempotent?: boolean
	/** Reads what an earlier version of the page kept in another form. */
	parse?: (text: string) => object | undefined
}

/**
 * What becomes of the fields once they were sent: the form is over, and goes with its dialog or page; it stays, with
 * what was sent as the saved state; or it is emptied for the next post.
 */
export type AfterSending = 'ends' | 'stays' | 'empties'

/** Where a draft keeps the version that it began with, beside the fields. */
const VERSION = ':version'
/** Where it keeps the name under which it is sent. */
const IDEMPOTENCY_KEY = ':sendKey'

/** What was kept of a form; a bare text is that of its first field, as such drafts were kept before. */
export function parseDraft(text: string, firstName: string): Values {
	try {
		const value: unknown = JSON.parse(text)
		if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Values
	} catch {
		// No JSON: a text.
	}
	return { [firstName]: text }
}

export const pick = (values: Values, names: readonly string[]): Values =>
	Object.fromEntries(names.map((name) => [name, values[name]]))

const isText = (value: unknown): value is string => typeof value === 'string'

const textOf = (value: unknown) => JSON.stringify(isText(value) ? value.trim() : (value ?? ''))

/** The same in these fields, but for blanks around it; a field that was left out is an empty one. */
export const isSame = (one: Values, other: Values, names: readonly string[]) =>
	names.every((name) => textOf(one[name]) === textOf(other[name]))

/** What stays of a form of texts once it was posted: what was typed since. */
const leftAfter = (typed: Values, sent: Values, names: readonly string[]): Values =>
	Object.fromEntries(
		names.flatMap((name) => {
			const [text, posted] = [typed[name], sent[name]]
			return isText(text) && isText(posted) ? [[name, typedSince(text, posted.trim())]] : []
		}),
	)

/** Keeps as a draft what is typed into a form and is not `saved`, with the version that the form changes. */
function useFormDraft<Input extends FieldValues, Output>(
	form: UseFormReturn<Input, unknown, Output>,
	names: readonly string[],
	saved: RefObject<Values>,
	{ key, except = [], place, parse, isIdempotent = false }: FormDraft,
	version: () => number | undefined,
	onRead: () => void,
) {
	const [draftOf, setDraftOf] = useState<number>()
	const idempotencyKey = useRef<string>(undefined)
	const keyOfSubmission = (): string | undefined => {
		if (isIdempotent) idempotencyKey.current ??= newId()
		return idempotencyKey.current
	}
	const keptNames = names.filter((name) => !except.includes(name))
	const draft = useDraft<Values>(key, {
		place,
		parse(text) {
			const kept = parseDraft(text, keptNames[0] ?? '')
			const own = parse ? parse(text) : kept
			return own && { ...own, [VERSION]: kept[VERSION], [IDEMPOTENCY_KEY]: kept[IDEMPOTENCY_KEY] }
		},
		onRead(kept) {
			if (!kept) return
			const fitting = keptNames.filter((name) => typeof kept[name] === typeof saved.current[name])
			form.reset({ ...form.getValues(), ...pick(kept, fitting) }, { keepDefaultValues: true })
			onRead()
			if (isText(kept[IDEMPOTENCY_KEY])) idempotencyKey.current = kept[IDEMPOTENCY_KEY]
			const began = kept[VERSION]
			if (typeof began === 'number') setDraftOf(began)
		},
	})
	const keep = (values: Values): void => {
		if (isSame(values, saved.current, keptNames)) forget()
		else draft.keep({ ...pick(values, keptNames), [VERSION]: version(), [IDEMPOTENCY_KEY]: keyOfSubmission() })
	}
	/** What is written next is another post. */
	function forget(): void {
		idempotencyKey.current = undefined
		draft.keep(undefined)
	}
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each key; the form is the same for its life
	useEffect(() => {
		if (key === undefined) return
		const watching = form.watch(keep)
		return () => watching.unsubscribe()
	}, [key])
	return {
		read: draft.read,
		keep,
		forget,
		draftOf,
		keyOfSubmission,
		/** The name is used up. */
		renew(values: Values): void {
			idempotencyKey.current = undefined
			keep(values)
		},
	}
}

/** Puts values into a form from outside. Each time is a `round`: editors with a state of their own begin anew. */
function useValues<Input extends FieldValues, Output>(
	form: UseFormReturn<Input, unknown, Output>,
	saved: RefObject<Values>,
) {
	const [round, setRound] = useState(0)
	const nextRound = () => setRound((before) => before + 1)
	return {
		round,
		nextRound,
		/** These are saved now; the fields take them, unless they keep what they hold. */
		begin(values: Values, keepValues = false): void {
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
 * What is typed into a form, against what is saved: it is kept as a draft, and what was typed while the answer was
 * awaited is told from what was sent.
 * @param version the one that the form changes now: a draft is kept with it.
 */
export function useFormText<Input extends FieldValues, Output>(
	form: UseFormReturn<Input, unknown, Output>,
	names: readonly string[],
	defaults: DefaultValues<Input>,
	draftOptions: FormDraft = { key: undefined },
	version: () => number | undefined = () => undefined,
) {
	/** What the form began with, or what was saved last. */
	const saved = useRef<Values>(defaults)
	const isThere = useIsThere()
	const { round, nextRound, begin, put } = useValues(form, saved)
	const draft = useFormDraft(form, names, saved, draftOptions, version, nextRound)

	/** What the fields hold. Once the form was closed, another one of the same key may have gone on with its draft. */
	const now = (): Values => ({ ...form.getValues(), ...(isThere.current ? {} : draft.read()) })
	const isClean = () => isSame(now(), saved.current, names)

	useWhenOther(JSON.stringify(defaults), () => {
		// What somebody is writing is not taken from under their hands.
		if (isClean()) begin(defaults)
	})

	/** After success: `sent` is what was sent, `answer` what the server made of it where that is shown. */
	function settle(after: AfterSending, sent: Values, answer: Values = sent): void {
		const typed = now()
		const isDone = isSame(typed, sent, names)
		if (after === 'empties') {
			const left = { ...saved.current, ...leftAfter(typed, sent, names) }
			form.reset(left as Input, { keepDefaultValues: true })
			draft.renew(left)
			return
		}
		if (after === 'stays') begin(answer, !isDone || isSame(typed, answer, names))
		if (after === 'ends' || isDone) draft.forget()
		else draft.renew(typed)
	}

	return {
		now,
		isClean,
		keyOfSubmission: draft.keyOfSubmission,
		/** What is sent next is another post, although the text stays. */
		becomesAnother: () => draft.renew(form.getValues()),
		settle,
		round,
		/** The version that the draft which was read began with. */
		draftOf: draft.draftOf,
		put,
		/** Something else is saved by now. `values` come into their fields, and what else was typed stays. */
		rebase(nowSaved: Values, values: Values): void {
			const typed = { ...pick(form.getValues(), names), ...values }
			saved.current = { ...saved.current, ...nowSaved }
			form.reset(saved.current as Input, { keepIsSubmitted: true, keepSubmitCount: true })
			put(typed)
		},
		/** Takes back what was typed, and forgets its draft. */
		discard(): void {
			begin(saved.current)
			draft.forget()
		},
	}
}

export type FormText = ReturnType<typeof useFormText>

/** Whether the component is still in the page. */
function useIsThere(): RefObject<boolean> {
	const isThere = useRef(true)
	useEffect(() => {
		isThere.current = true
		return () => {
			isThere.current = false
		}
	}, [])
	return isThere
}

/** Runs when a value is another than it was, and not for the first one. */
function useWhenOther(value: string, run: () => void): void {
	const known = useRef(value)
	// biome-ignore lint/correctness/useExhaustiveDependencies: for each other value
	useEffect(() => {
		if (known.current === value) return
		known.current = value
		run()
	}, [value])
}
