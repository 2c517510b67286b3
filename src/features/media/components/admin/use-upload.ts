import { useEffect, useRef, useState } from 'react'
import { isApiError, sentenceOf } from '#src/lib/errors.ts'
import type { MediaItem } from '../../contract.ts'
import type { Purpose } from '../../kinds.ts'
import { type UploadProgress, uploadFile } from '../../upload.ts'

/** What is being uploaded, and how far it is. */
export interface Sending {
	name: string
	progress: UploadProgress
	/** How many wait behind it. */
	waiting: number
}

interface Options {
	purpose: Purpose
	isPublic?: boolean | undefined
	onUploaded(item: MediaItem): void
}

const SIGNED_OUT =
	'Your sign-in has ended. Sign in in a new tab, and choose the file again: it goes on where it stopped.'

const failureOf = (error: unknown) =>
	isApiError(error) && error.status === 401 ? SIGNED_OUT : sentenceOf(error, 'The file could not be sent')

/** Uploads files one after the other, and says how far it is. Whoever leaves meanwhile is asked first. */
export function useUpload({ purpose, isPublic, onUploaded }: Options) {
	const [sending, setSending] = useState<Sending>()
	const [failure, setFailure] = useState<string>()
	const [done, setDone] = useState('')
	const running = useRef<AbortController>(undefined)
	const isSending = sending !== undefined

	useEffect(() => {
		if (!isSending) return
		const ask = (event: BeforeUnloadEvent) => event.preventDefault()
		window.addEventListener('beforeunload', ask)
		return () => window.removeEventListener('beforeunload', ask)
	}, [isSending])

	async function start(files: readonly File[]): Promise<void> {
		if (files.length === 0 || running.current) return
		const controller = new AbortController()
		running.current = controller
		setFailure(undefined)
		setDone('')
		try {
			for (const [at, file] of files.entries()) {
				const waiting = files.length - at - 1
				const onProgress = (progress: UploadProgress) => setSending({ name: file.name, progress, waiting })
				onProgress({ sent: 0, size: file.size, isChecking: false })
				const ways = { purpose, onProgress, signal: controller.signal, ...(isPublic === undefined ? {} : { isPublic }) }
				onUploaded(await uploadFile(file, ways))
				setDone(`${file.name} is uploaded.`)
			}
		} catch (error) {
			if (!controller.signal.aborted) setFailure(failureOf(error))
		} finally {
			running.current = undefined
			setSending(undefined)
		}
	}

	return { sending, failure, done, start, cancel: () => running.current?.abort() }
}
