import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef } from 'react'
import { type DefaultValues, type FieldValues, type UseFormProps, useForm } from 'react-hook-form'
import type { z } from 'zod/mini'

/** What is wrong says so itself (`Field.tsx`); what cannot, as a captcha, is marked around it. */
const WRONG = '[aria-invalid="true"], [data-wrong="true"]'
const FOCUSABLE = 'input:not([type="hidden"]), select, textarea, button, iframe, [contenteditable="true"], [tabindex]'

/** The first field of a form that is wrong, in the order in which one reads them. */
function firstWrong(form: Element): HTMLElement | null {
	const wrong = form.querySelector<HTMLElement>(WRONG)
	return wrong?.matches(FOCUSABLE) ? wrong : (wrong?.querySelector<HTMLElement>(FOCUSABLE) ?? null)
}

/**
 * A form with the schema of its endpoint: the same rules and sentences as the server's.
 * It validates on submit first and on change afterwards (docs/product.md, Fields and their messages;
 * the default of react-hook-form), keeps what was typed on failure and moves the focus to the first field that is wrong.
 * (The library's own way is the order in which fields were registered: a dialog that gets some of its fields as
 * children registers those first, and one without an input of its own is passed over.)
 */
export function useSchemaForm<Input extends FieldValues, Output>(
	schema: z.ZodMiniType<Output, Input>,
	options: { defaultValues: DefaultValues<Input> } & Omit<UseFormProps<Input, unknown, Output>, 'resolver'>,
) {
	const form = useForm<Input, unknown, Output>({ ...options, resolver: zodResolver(schema), shouldFocusError: false })
	const refused = useRef<Element>(undefined)
	const { submitCount } = form.formState
	// biome-ignore lint/correctness/useExhaustiveDependencies: after each try, when the fields say what is wrong
	useEffect(() => {
		if (refused.current) firstWrong(refused.current)?.focus()
		refused.current = undefined
	}, [submitCount])
	const handleSubmit: typeof form.handleSubmit = (onValid, onInvalid) => (event) => {
		// Read now: React forgets it when the event is over, and the answer comes later.
		const element: unknown = event?.currentTarget ?? document.activeElement?.closest('form')
		return form.handleSubmit(onValid, (errors, submitted) => {
			if (element instanceof Element) refused.current = element
			return onInvalid?.(errors, submitted)
		})(event)
	}
	return { ...form, handleSubmit }
}
