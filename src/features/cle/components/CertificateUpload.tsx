import { useState } from 'react'
import { TextField } from '#src/components/ui/forms/Field.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { uploading } from '#src/lib/forms/uploading.ts'
import { formatBytes } from '#src/lib/text/format-number.ts'
import { CERTIFICATE_BYTES, CERTIFICATE_TYPES, uploadCertificate } from '../contract.ts'
import { uploadCertificateMutation } from '../queries.ts'

export interface UploadedCertificate {
	mediaId: string
	name: string
}

type Props = { onUploaded: (file: UploadedCertificate | undefined) => void }

const UNREADABLE = uploadCertificate.errors.unreadable[1]
const TOO_LARGE = `Use a file of at most ${formatBytes(CERTIFICATE_BYTES)}`

const fileError = ({ type, size }: File) =>
	!CERTIFICATE_TYPES.some((known) => known === type) ? UNREADABLE : size > CERTIFICATE_BYTES ? TOO_LARGE : undefined

/** Uploads the certificate of a programme as soon as a file is chosen. */
export function CertificateUpload({ onUploaded }: Props) {
	const [state, setState] = useState<{ error?: string; sending?: string; done?: string }>({})
	const upload = useMutation(uploadCertificateMutation)
	async function uploadFile(file: File | undefined) {
		onUploaded(undefined)
		if (!file) return setState({})
		const error = fileError(file)
		if (error) return setState({ error })
		setState({ sending: file.name })
		try {
			const bytes = new Uint8Array(await file.arrayBuffer())
			const { mediaId, name } = await upload.mutateAsync({ name: file.name, type: file.type, bytes })
			setState({ done: `${name} is attached.` })
			onUploaded({ mediaId, name })
		} catch (failure) {
			setState({ error: messageOf(failure, upload.fallback) })
		}
	}
	return (
		<div {...uploading(state.sending !== undefined)}>
			<TextField
				label="Certificate"
				type="file"
				optional
				accept={CERTIFICATE_TYPES.join()}
				hint="PDF, JPEG or PNG, at most 10 MB. Only you can open it."
				error={state.error}
				onChange={({ target }) => void uploadFile(target.files?.[0])}
			/>
			<p role="status" className="text-small text-muted">
				{state.sending ? `Uploading ${state.sending}...` : state.done}
			</p>
		</div>
	)
}
