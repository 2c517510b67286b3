import { TextAreaField, TextField } from '#src/components/ui/Field.tsx'
import type { EditorProps } from '../../components/admin/editor-props.ts'
import { playerOf } from './player-address.ts'

const kinds = {
	youtube: 'Plays from YouTube, without cookies, when a member presses play.',
	vimeo: 'Plays from Vimeo, without tracking, when a member presses play.',
	file: 'Plays as a video file.',
	frame: 'Plays in a frame.',
	none: 'This address has no player we know. Members get a link to it.',
} as const

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

export function Editor({ data, onChange, errorAt, frameHosts }: EditorProps) {
	const link = text(data.videoUrl).trim()
	return (
		<>
			<TextField
				label="Video link"
				type="url"
				inputMode="url"
				value={text(data.videoUrl)}
				hint={
					link === ''
						? 'A YouTube or Vimeo link, or the address of a video file.'
						: kinds[playerOf(link, frameHosts).kind]
				}
				data-field="data.videoUrl"
				error={errorAt('videoUrl')}
				onChange={(event) => onChange({ ...data, videoUrl: event.target.value })}
			/>
			<TextField
				label="Duration"
				optional
				placeholder="12:30"
				value={text(data.duration)}
				data-field="data.duration"
				error={errorAt('duration')}
				onChange={(event) => onChange({ ...data, duration: event.target.value })}
			/>
			{playerOf(link, frameHosts).kind === 'file' && (
				<TextField
					label="Captions"
					optional
					placeholder="/videos/talk.vtt"
					hint="A WebVTT file of this site. YouTube and Vimeo bring the captions of their own player."
					data-field="data.captionsUrl"
					value={text(data.captionsUrl)}
					error={errorAt('captionsUrl')}
					onChange={(event) => onChange({ ...data, captionsUrl: event.target.value })}
				/>
			)}
			<TextAreaField
				label="Transcript"
				optional
				className="min-h-48"
				hint="Plain text; an empty line begins a new paragraph. Members who cannot hear read this."
				value={text(data.transcript)}
				data-field="data.transcript"
				error={errorAt('transcript')}
				onChange={(event) => onChange({ ...data, transcript: event.target.value })}
			/>
		</>
	)
}
