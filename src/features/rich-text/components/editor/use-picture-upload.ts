import { useEffect, useRef, useState } from 'react'
import { uploadFile } from '#src/features/media/upload.ts'
import { messageOf } from '#src/lib/api/errors.ts'

/** Uploads a picture to the site's media. Sends `file` immediately if given. */
export function usePictureUpload(file: File | undefined, onDone: (url: string) => void) {
	const [percent, setPercent] = useState<number>()
	const [error, setError] = useState<string>()
	const sending = useRef<AbortController>(undefined)
	const done = useRef(onDone)
	done.current = onDone

	async function send(chosen: File): Promise<void> {
		sending.current?.abort()
		const own = new AbortController()
		sending.current = own
		setError(undefined)
		setPercent(0)
		try {
			const { url } = await uploadFile(chosen, {
				purpose: 'picture',
				signal: own.signal,
				onProgress: ({ sent, size }) => setPercent(Math.round((100 * sent) / size)),
			})
			if (!own.signal.aborted) done.current(url)
		} catch (reason) {
			if (!own.signal.aborted) setError(messageOf(reason, 'The picture could not be uploaded'))
		}
		if (sending.current === own) setPercent(undefined)
	}
	const first = useRef(send)
	first.current = send
	useEffect(() => {
		if (file) void first.current(file)
	}, [file])
	// Closing the panel cancels the upload.
	useEffect(() => () => sending.current?.abort(), [])
	return { send, percent, error }
}
