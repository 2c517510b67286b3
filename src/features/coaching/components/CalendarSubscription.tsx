import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { copyText } from '#src/lib/copy-text.ts'
import { createSubscriptionMutation, revokeSubscriptionMutation } from '../queries.ts'

/** Selects the whole URL and scrolls back to its start: browsers scroll to the end of a selection. */
function selectAll({ target }: { target: HTMLInputElement }): void {
	target.select()
	requestAnimationFrame(() => {
		target.scrollLeft = 0
	})
}

/** Shows the new URL and focuses it: the URL is shown only once, and the next step is to copy it. */
function NewUrl({ url }: { url: string }) {
	const id = useId()
	const field = useRef<HTMLInputElement>(null)
	useEffect(() => {
		if (url) field.current?.focus()
	}, [url])
	async function copy(): Promise<void> {
		if (field.current) selectAll({ target: field.current })
		// If clipboard access is denied, the URL is selected, ready to copy with the keyboard.
		await copyText(url, 'Address copied')
	}
	return (
		<div className="mt-4 grid max-w-[46rem] gap-2" role="status">
			<label className="label" htmlFor={id}>
				Your private link (shown once)
			</label>
			<div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
				<input ref={field} id={id} className="input" readOnly value={url} onFocus={selectAll} />
				<Button onClick={() => void copy()}>Copy</Button>
			</div>
			<p className="hint">In your calendar app, choose “Subscribe by URL” or “Add calendar from URL”.</p>
		</div>
	)
}

export function CalendarSubscription({ exists: existed }: { exists: boolean }) {
	const [exists, setExists] = useState(existed)
	const [url, setUrl] = useState<string>()
	const createButton = useRef<HTMLButtonElement>(null)
	const id = useId()
	const create = useMutation(createSubscriptionMutation, {
		onDone(subscription) {
			setExists(true)
			setUrl(subscription.url)
		},
	})
	const revoke = useMutation(revokeSubscriptionMutation, {
		onDone() {
			setExists(false)
			setUrl(undefined)
			createButton.current?.focus()
		},
	})
	const failure = create.error ?? revoke.error
	return (
		<section id="calendar-subscription" className="mt-12 border-t border-rule pt-6" aria-labelledby={`${id}-title`}>
			<h2 id={`${id}-title`} className="text-subtitle">
				All sessions in your calendar
			</h2>
			<p className="mt-2 max-w-reading text-ui text-muted">
				A private link that keeps your calendar app up to date: new sessions, changes and cancellations arrive within
				hours. Anyone with the link can see the sessions, so keep it private.
			</p>
			{failure && (
				<div className="mt-4">
					<Alert>{messageOf(failure, create.fallback)}</Alert>
				</div>
			)}
			{url && <NewUrl url={url} />}
			<div className="mt-4 flex flex-wrap gap-3">
				<Button ref={createButton} variant="line" loading={create.isPending} onClick={() => create.mutate()}>
					{exists ? 'Get a new private link' : 'Subscribe in my calendar'}
				</Button>
				{exists && (
					<Button variant="quiet" loading={revoke.isPending} onClick={() => revoke.mutate()}>
						Revoke the link
					</Button>
				)}
			</div>
			{exists && !url && (
				<p className="mt-2 text-small text-muted">
					You have a private link. We cannot show it again; a new link replaces it.
				</p>
			)}
		</section>
	)
}
