import { useState } from 'react'
import { useFocusWhileDisabled } from '#src/components/ui/dialogs/focus.ts'
import { type Mutation, useMutation } from '#src/lib/api/query.ts'

/** Holds a choice that is saved immediately, and reverted if that fails. `box` keeps the focus of disabled fields. */
export function useSavedChoice<Choice, Variables, Box extends HTMLElement = HTMLFieldSetElement>(
	options: Mutation<unknown, Variables>,
	initial: Choice,
) {
	const [chosen, setChosen] = useState(initial)
	const mutation = useMutation(options)
	const box = useFocusWhileDisabled<Box>(mutation.isPending)
	function save(next: Choice, variables: Variables): void {
		setChosen(next)
		mutation.mutate(variables, { onError: () => setChosen(chosen) })
	}
	return { chosen, save, isPending: mutation.isPending, box }
}
