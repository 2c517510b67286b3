import { useEffect, useRef, useState } from 'react'
import { isApiError, sentenceOf } from '#src/lib/api/errors.ts'
import { FILE_CHANGED } from '#src/lib/forms/read-file.ts'
import { lineOf } from '#src/lib/one-line.ts'
import { showToast } from '#src/lib/toast.ts'
import type { MediaItem } from '../../contract.ts'
import type { Purpose } from '../../kinds.ts'
import { isRefused, type UploadProgress, uploadFile } from '../../upload.ts'

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

/** A name may turn the words around it, or have line ends in it. */
function withPlainName(file: File): File {
	const { name, type, lastModified } = file
	const plain = lineOf(name)
	return plain === name ? file : new File([file], plain, { type, lastModified })
}

const isFileChanged = (error: unknown) => error instanceof Error && error.message === FILE_CHANGED

const BUSY = 'Another upload is still on its way. Choose these files again once it is there.'

/** What became of a file whose form is not there any more: it must not be lost without a word. */
const ofNoForm = (name: string) => ({
	title: `${name} is uploaded`,
	description: 'What it was for was closed meanwhile, and is without it. You find it under Media.',
})

/**
 * Uploads files one after the other, and says how far it is. One that is refused holds up no other and is named.
 * Whoever leaves meanwhile is asked first.
 */
export function useUpload({ purpose, isPublic, onUploaded }: Options) {
	const [sending, setSending] = useState<Sending>()
	const [failures, setFailures] = useState<readonly string[]>([])
	const [done, setDone] = useState('')
	const running = useRef<AbortController>(undefined)
	const isHere = useRef(true)
	const isSending = sending !== undefined

	useEffect(() => {
		isHere.current = true
		return () => {
			isHere.current = false
		}
	}, [])
	useEffect(() => {
		if (!isSending) return
		const ask = (event: BeforeUnloadEvent) => event.preventDefault()
		window.addEventListener('beforeunload', ask)
		return () => window.removeEventListener('beforeunload', ask)
	}, [isSending])

	function fail(text: string): void {
		if (isHere.current) setFailures((now) => [...now, text])
		else showToast({ title: 'A file was not uploaded', description: text, variant: 'destructive' })
	}

	async function sendOne(file: File, waiting: number, signal: AbortSignal): Promise<void> {
		const onProgress = (progress: UploadProgress) => setSending({ name: file.name, progress, waiting })
		onProgress({ sent: 0, size: file.size, isChecking: false })
		const item = await uploadFile(file, {
			...{ purpose, onProgress, signal },
			...(isPublic === undefined ? {} : { isPublic }),
		})
		if (!isHere.current) return showToast(ofNoForm(file.name))
		onUploaded(item)
		setDone(`${file.name} is uploaded.`)
		for (const warning of item.warnings ?? []) fail(`${file.name}: ${warning}`)
	}

	/** Says what went wrong with a file. @returns whether the next ones may fare better. */
	function goesOn(error: unknown, files: readonly File[], at: number): boolean {
		fail(files.length === 1 ? failureOf(error) : `${files[at]?.name}: ${failureOf(error)}`)
		if (isRefused(error) || isFileChanged(error)) return true
		const others = files.slice(at + 1).map(({ name }) => name)
		if (others.length > 0) fail(`Not sent either: ${others.join(', ')}`)
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
				if (!goesOn(error, files, at)) break
			}
		}
		running.current = undefined
		setSending(undefined)
	}

	return { sending, failures, done, start, cancel: () => running.current?.abort() }
}
