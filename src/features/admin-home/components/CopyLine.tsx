import { Copy } from 'lucide-react'
import { useId, useRef } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { copyText } from '#src/lib/copy-text.ts'

export function CopyLine({ label, text }: { label: string; text: string }) {
	const id = useId()
	const field = useRef<HTMLTextAreaElement>(null)
	async function copy(): Promise<void> {
		field.current?.select()
		// If the clipboard is not available, the text is selected, ready for the copy shortcut.
		await copyText(text, 'Line copied')
	}
	return (
		<div className="copy-line">
			<label className="label" htmlFor={id}>
				{label}
			</label>
			<div>
				{/* Wraps if there is no room, so that all of the text is visible. */}
				<textarea
					ref={field}
					id={id}
					rows={1}
					className="input"
					readOnly
					value={text}
					onFocus={(event) => event.target.select()}
				/>
				<Button variant="line" onClick={() => void copy()}>
					<Copy aria-hidden="true" className="size-4" strokeWidth={1.75} />
					Copy<span className="sr-only">: {label}</span>
				</Button>
			</div>
		</div>
	)
}
