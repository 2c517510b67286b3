import { atom } from 'nanostores'

/** Event on the window when a call requires a confirmation. Loads the dialog. */
export const STEP_UP_EVENT = 'second-chair:step-up'

/** Set while a call waits. Call it with true once the user has confirmed, or with false if they decline. */
export const $stepUp = atom<((isConfirmed: boolean) => void) | undefined>()

let pending: Promise<boolean> | undefined

/** Asks the user once for all waiting calls. Resolves to true if they confirm. */
export function askToConfirm(): Promise<boolean> {
	pending ??= new Promise<boolean>((resolve) => {
		$stepUp.set(resolve)
		globalThis.window?.dispatchEvent(new Event(STEP_UP_EVENT))
	}).finally(() => {
		pending = undefined
		$stepUp.set(undefined)
	})
	return pending
}
