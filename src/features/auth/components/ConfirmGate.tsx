import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { askToConfirm } from '#src/lib/api/step-up.ts'
import { CONFIRMED_SECONDS } from '../password-contract.ts'

interface Props {
	/** Label of the button. */
	label: string
	/** A sentence about what is available now, shown after `Confirmed.` */
	opens: string
	children: ReactNode
}

/** The content that a confirmation unlocked, until the confirmation expires. */
function UnlockedContent({ opens, onOver, children }: Pick<Props, 'opens' | 'children'> & { onOver: () => void }) {
	const box = useRef<HTMLDivElement>(null)
	useEffect(() => {
		box.current?.focus()
		// Timed from the response, not from a server timestamp: this device's clock may be off.
		const timer = setTimeout(onOver, CONFIRMED_SECONDS * 1000)
		return () => clearTimeout(timer)
	}, [onOver])
	return (
		<div ref={box} tabIndex={-1}>
			<p className="mb-4" role="status">
				Confirmed. {opens}
			</p>
			{children}
		</div>
	)
}

/**
 * Asks for an identity confirmation before showing links that must not open in an unattended browser. They stay visible
 * for ten minutes. API calls need no gate: the API client asks when the server requires it.
 */
export function ConfirmGate({ label, opens, children }: Props) {
	const [state, setState] = useState<'closed' | 'asking' | 'open' | 'over'>('closed')
	const end = useRef(() => setState('over'))
	const ask = async () => {
		setState('asking')
		setState((await askToConfirm()) ? 'open' : 'closed')
	}
	if (state === 'open')
		return (
			<UnlockedContent opens={opens} onOver={end.current}>
				{children}
			</UnlockedContent>
		)
	return (
		<div className="grid justify-items-start gap-5">
			{state === 'over' && <p role="status">The ten minutes are over. Confirm again to continue.</p>}
			<Button size="lg" loading={state === 'asking'} onClick={() => void ask()}>
				{label}
			</Button>
		</div>
	)
}
