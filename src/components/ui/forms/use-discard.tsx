import { useState } from 'react'
import { DiscardDialog } from '../dialogs/Dialog.tsx'

interface DiscardOptions {
	/** Whether input would be lost. */
	isNeeded: () => boolean
	onDiscard: () => void
	description?: string
}

/** Handles the cancel button of a form: asks first if input would be lost. */
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
