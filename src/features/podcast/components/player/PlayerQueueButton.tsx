import { useStore } from '@nanostores/react'
import { ListMusic } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { showToast } from '#src/lib/toast.ts'
import { queue } from '../listening/page-listening.ts'

export function QueueButton({ isOpen, onPress }: { isOpen: boolean; onPress: () => void }) {
	const count = useStore(queue.$episodes).length
	return (
		<button
			type="button"
			className="icon-btn player-queue-button"
			aria-label={count === 0 ? 'Queue' : `Queue, ${count} waiting`}
			aria-expanded={isOpen}
			onClick={onPress}
		>
			<ListMusic aria-hidden="true" className="size-5" strokeWidth={1.75} />
			{count > 0 && <span aria-hidden="true">{count}</span>}
		</button>
	)
}

/** Loads the queue panel on demand. */
export function useQueuePanel() {
	const [Panel, setPanel] = useState<ComponentType<{ onClose: () => void }>>()
	const close = () => setPanel(undefined)
	const open = () =>
		void import('./QueuePanel.tsx').then(
			(module) => setPanel(() => module.QueuePanel),
			() => showToast({ title: 'The queue could not be loaded', variant: 'destructive' }),
		)
	return { Panel, close, toggle: Panel ? close : open }
}
