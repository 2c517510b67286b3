import { useState } from 'react'
import { DiscardDialog } from '../dialogs/Dialog.tsx'

interface DiscardOptions {
	/** Whether something was typed that would be lost. */
	isNeeded: () => boolean
	onDiscard: () => void
	description?: string
}

/** For the button that cancels a form: asks first where something would be lost. */
export function useDiscard({ isNeeded, onDiscard, description }: DiscardOptions) {
	const [isAsking, setAsking] = useState(false)
	return {
		cancel: () => (isNeeded() ? setAsking(true) : onDiscard()),
		question: isAsking && (
			<DiscardDialog
				onKeep={() => setAsking(false)}
				onDiscard={onDiscard}
				{...(description === undefined ? {} : { description })}
			/>
		),
	}
}
