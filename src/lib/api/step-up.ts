import { atom } from 'nanostores'

/** Event on the window when a call asks for a confirmation, which loads the dialog. */
export const STEP_UP_EVENT = 'second-chair:step-up'

/** Set while a call waits: called with true once the reader has confirmed, with false if they decline. */
export const $stepUp = atom<((isConfirmed: boolean) => void) | undefined>()

let asking: Promise<boolean> | undefined

/** Asks the reader once for all waiting calls. */
export function askToConfirm(): Promise<boolean> {
	asking ??= new Promise<boolean>((resolve) => {
		$stepUp.set(resolve)
		globalThis.window?.dispatchEvent(new Event(STEP_UP_EVENT))
	}).finally(() => {
		asking = undefined
		$stepUp.set(undefined)
	})
	return asking
}
