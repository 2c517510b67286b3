import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

const prefix = 'second-chair:draft:'

function storage(): Storage | undefined {
	try {
		return window.localStorage
	} catch {
		return undefined
	}
}

/** Forgets what was typed, after it was sent. */
export function forgetDraft(name: string): void {
	storage()?.removeItem(prefix + name)
}

/**
 * Keeps what is typed into a form, so that a reload or an expired session loses nothing. `except` names what must
 * never be kept: passwords.
 */
export function useDraft<Input extends FieldValues, Context, Output>(
	name: string,
	form: UseFormReturn<Input, Context, Output>,
	except: ReadonlyArray<keyof Input>,
): void {
	// biome-ignore lint/correctness/useExhaustiveDependencies: restored once; the form object is the same for its life
	useEffect(() => {
		const kept = storage()?.getItem(prefix + name)
		if (kept) {
			try {
				const values = JSON.parse(kept) as Partial<Input>
				for (const key of except) delete values[key]
				form.reset({ ...form.getValues(), ...values }, { keepDefaultValues: true })
			} catch {
				forgetDraft(name)
			}
		}
		const watching = form.watch((values) => {
			const rest = { ...values } as Partial<Input>
			for (const key of except) delete rest[key]
			try {
				storage()?.setItem(prefix + name, JSON.stringify(rest))
			} catch {
				// A full storage costs the draft, not the form.
			}
		})
		return () => watching.unsubscribe()
	}, [])
}
