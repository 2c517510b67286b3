import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

const PREFIX = 'second-chair:draft:'

/** Forgets what was kept under `name`, after it was sent. */
export function forgetKept(name: string): void {
	try {
		localStorage.removeItem(PREFIX + name)
	} catch {
		// What cannot be read was not kept either.
	}
}

function readKept(name: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null')
		return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
	} catch {
		return undefined
	}
}

/**
 * Keeps what is typed into a form in this browser, so that a reload, a failure or an expired session loses nothing.
 * Name the person in `name`: two members may share a machine. With undefined nothing is kept. What is kept is never
 * sent anywhere.
 */
export function useKeptForm<Input extends FieldValues, Context, Output>(
	name: string | undefined,
	form: UseFormReturn<Input, Context, Output>,
): void {
	// biome-ignore lint/correctness/useExhaustiveDependencies: the form object is the same for its life
	useEffect(() => {
		if (name === undefined) return
		const kept = readKept(name)
		if (kept) form.reset({ ...form.getValues(), ...(kept as Partial<Input>) }, { keepDefaultValues: true })
		const watching = form.watch((values) => {
			try {
				const isEmpty = Object.values(values).every((value) => !value)
				if (isEmpty) forgetKept(name)
				else localStorage.setItem(PREFIX + name, JSON.stringify(values))
			} catch {
				// A full storage costs the draft, not the form.
			}
		})
		return () => watching.unsubscribe()
	}, [name])
}
