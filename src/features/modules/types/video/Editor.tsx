import { useRef } from 'react'
import { TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import { UploadedPicture } from '#src/features/media/components/admin/PicturePreview.tsx'
import { UploadArea } from '#src/features/media/components/admin/UploadArea.tsx'
import { type EditorProps, textAt, textProps } from '../../components/admin/editor-fields.ts'
import { playerOf } from './player-address.ts'

const kinds = {
	youtube: 'Plays from YouTube, without cookies, when a member presses play.',
	vimeo: 'Plays from Vimeo, without tracking, when a member presses play.',
	file: 'Plays as a video file.',
	frame: 'Plays in a frame.',
	none: 'We cannot embed this video. Members get a link to it.',
} as const

/** Formats a duration as authors write it: `12:30`. */
const lengthText = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

function PosterField({ onUploaded, ...props }: EditorProps & { onUploaded(url: string): void }) {
	return (
		<UploadArea purpose="picture" label="Upload a poster" onUploaded={({ url }) => onUploaded(url)}>
			<div className="picture-field">
				<TextField
					label="Poster"
					type="url"
					inputMode="url"
					optional
					hint="The address of a picture shown until the video plays. If empty, we draw a cover."
					{...textProps(props, 'posterUrl')}
				/>
				<UploadedPicture src={textAt(props, 'posterUrl')} />
			</div>
		</UploadArea>
	)
}

export function Editor(props: EditorProps) {
	const { data, onChange, frameHosts } = props
	const link = textAt(props, 'videoUrl').trim()
	// The latest data: a finished upload must not undo edits made during the upload.
	const now = useRef(data)
	now.current = data
	const set = (part: object) => onChange({ ...now.current, ...part })
	return (
		<>
			<UploadArea
				purpose="video"
				label="Upload a video"
				onUploaded={({ url, seconds }) =>
					set({
						videoUrl: url,
						...(seconds && !now.current.duration ? { duration: lengthText(seconds) } : {}),
					})
				}
			>
				<TextField
					label="Video link"
					type="url"
					inputMode="url"
					hint={
						link === ''
							? 'A YouTube or Vimeo link, or the address of a video file.'
							: kinds[playerOf(link, frameHosts).kind]
					}
					{...textProps(props, 'videoUrl')}
				/>
			</UploadArea>
			<TextField label="Duration" optional placeholder="12:30" {...textProps(props, 'duration')} />
			{playerOf(link, frameHosts).kind === 'file' && (
				<UploadArea purpose="captions" label="Upload captions" onUploaded={({ url }) => set({ captionsUrl: url })}>
					<TextField
						label="Captions"
						optional
						placeholder="/videos/talk.vtt"
						hint="A WebVTT file on this site. YouTube and Vimeo provide their own captions."
						{...textProps(props, 'captionsUrl')}
					/>
				</UploadArea>
			)}
			<PosterField {...props} onUploaded={(posterUrl) => set({ posterUrl })} />
			<TextAreaField
				label="Transcript"
				optional
				className="min-h-48"
				hint="Plain text; an empty line starts a new paragraph. Clicking a line jumps to it in the video if the video has captions, or if the line begins with a time such as 0:42."
				{...textProps(props, 'transcript')}
			/>
		</>
	)
}
