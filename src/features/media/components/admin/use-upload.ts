import { useEffect, useRef, useState } from 'react'
import { isApiError, messageOf } from '#src/lib/api/errors.ts'
import { FILE_CHANGED } from '#src/lib/forms/read-file.ts'
import { lineOf } from '#src/lib/text/line-of.ts'
import { showToast } from '#src/lib/toast.ts'
import type { MediaItem } from '../../contract.ts'
import type { Purpose } from '../../kinds.ts'
import { isRefused, type UploadProgress, uploadFile } from '../../upload.ts'

/** The current upload and its progress. */
export interface Sending {
	name: string
	progress: UploadProgress
	/** Number of files in the queue. */
	waiting: number
}

interface Options {
	purpose: Purpose
	isPublic?: boolean | undefined
	onUploaded(item: MediaItem): void
}

const SIGNED_OUT =
	'You have been signed out. Sign in in a new tab and choose the file again. The upload resumes where it stopped.'

const failureOf = (error: unknown) =>
	isApiError(error) && error.status === 401 ? SIGNED_OUT : messageOf(error, 'The file could not be uploaded')

/** Removes line ends and direction marks from the name. */
function withPlainName(file: File): File {
	const { name, type, lastModified } = file
	const plain = lineOf(name)
	return plain === name ? file : new File([file], plain, { type, lastModified })
}

const isFileChanged = (error: unknown) => error instanceof Error && error.message === FILE_CHANGED

const BUSY = 'Another upload is in progress. Choose these files again when it is done.'

/** Returns the toast for an upload whose form was closed, since nothing else shows where the file is. */
const closedFormToast = (name: string) => ({
	title: `${name} is uploaded`,
	description: 'The form was closed before the upload finished. You can find the file under Media.',
})

/** Tracks whether the component is still on the page. */
function useIsMounted() {
	const isMounted = useRef(true)
	useEffect(() => {
		isMounted.current = true
		return () => {
			isMounted.current = false
		}
	}, [])
	return isMounted
}

/** Asks for confirmation when the page is left during an upload. */
function useLeaveConfirmation(isSending: boolean): void {
	useEffect(() => {
		if (!isSending) return
		const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault()
		window.addEventListener('beforeunload', confirmLeave)
		return () => window.removeEventListener('beforeunload', confirmLeave)
	}, [isSending])
}

/**
 * Uploads files one after another and reports the progress. A rejected file is named and does not stop the others.
 * Leaving the page asks for confirmation.
 */
export function useUpload({ purpose, isPublic, onUploaded }: Options) {
	const [sending, setSending] = useState<Sending>()
	const [failures, setFailures] = useState<readonly string[]>([])
	const [done, setDone] = useState('')
	const running = useRef<AbortController>(undefined)
	const isMounted = useIsMounted()
	useLeaveConfirmation(sending !== undefined)

	function fail(text: string): void {
		if (isMounted.current) setFailures((previous) => [...previous, text])
		else showToast({ title: 'A file was not uploaded', description: text, variant: 'destructive' })
	}

	async function sendOne(file: File, waiting: number, signal: AbortSignal): Promise<void> {
		const onProgress = (progress: UploadProgress) => setSending({ name: file.name, progress, waiting })
		onProgress({ sent: 0, size: file.size, isChecking: false })
		const item = await uploadFile(file, {
			...{ purpose, onProgress, signal },
			...(isPublic === undefined ? {} : { isPublic }),
		})
		if (!isMounted.current) return showToast(closedFormToast(file.name))
		onUploaded(item)
		setDone(`${file.name} is uploaded.`)
		for (const warning of item.warnings ?? []) fail(`${file.name}: ${warning}`)
	}

	/** Reports the failure of a file. @returns whether to try the next files. */
	function shouldContinue(error: unknown, files: readonly File[], at: number): boolean {
		fail(files.length === 1 ? failureOf(error) : `${files[at]?.name}: ${failureOf(error)}`)
		if (isRefused(error) || isFileChanged(error)) return true
		const others = files.slice(at + 1).map(({ name }) => name)
		if (others.length > 0) fail(`Also not uploaded: ${others.join(', ')}`)
		return false
	}

	async function start(chosen: readonly File[]): Promise<void> {
		const files = chosen.map(withPlainName)
		if (files.length === 0) return
		if (running.current) return setFailures([BUSY])
		const controller = new AbortController()
		running.current = controller
		setFailures([])
		setDone('')
		for (const [at, file] of files.entries()) {
			const waiting = files.length - at - 1
			try {
				await sendOne(file, waiting, controller.signal)
			} catch (error) {
				if (controller.signal.aborted) break
				if (!shouldContinue(error, files, at)) break
			}
		}
		running.current = undefined
		setSending(undefined)
	}

	return { sending, failures, done, start, cancel: () => running.current?.abort() }
}
