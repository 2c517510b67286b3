import { clock } from '#src/lib/text/cues.ts'
import { playerOf } from './player-address.ts'
import type { VideoData } from './schema.ts'
import { linesOf } from './transcript.ts'

type Props = { video: VideoData; frameHosts?: readonly string[] | undefined }

/** Shows a video's transcript. Its times seek (`play.ts`); missing times come from the captions (`spoken-times.ts`). */
export function Transcript({ video: { videoUrl, captionsUrl, transcript }, frameHosts }: Props) {
	const lines = linesOf(transcript)
	const { kind } = playerOf(videoUrl, frameHosts)
	// Other players cannot seek.
	const seeks = videoUrl !== '' && (kind === 'file' || kind === 'youtube' || kind === 'vimeo')
	const isTimed = lines.some(({ start }) => start !== undefined)
	return (
		<div className="prose transcript-lines" data-timed-by={seeks && !isTimed && captionsUrl ? captionsUrl : undefined}>
			{lines.map(({ start, text }, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: lines may have the same text and are never reordered
				<p key={index}>
					{start !== undefined &&
						(seeks ? (
							<button type="button" className="said-time" data-seek={start} aria-label={`Play from ${clock(start)}`}>
								{clock(start)}
							</button>
						) : (
							`${clock(start)} `
						))}
					{text}
				</p>
			))}
		</div>
	)
}
