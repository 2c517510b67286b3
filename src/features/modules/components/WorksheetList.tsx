import { Download, FileText, Music } from 'lucide-react'
import { classes } from '#src/components/ui/styles.ts'
import { fileKindText } from '#src/features/media/kinds.ts'
import { clock } from '#src/lib/text/cues.ts'
import { formatBytes } from '#src/lib/text/format-number.ts'
import type { Worksheet } from '../worksheets.ts'

const isAudio = (url: string) => /\.(mp3|m4a|ogg|opus)$/.test(url)

/**
 * Renders a module's files as static HTML. `worksheet-links.ts` checks access to members' files, and shows an error
 * in `.worksheet-note`.
 */
export function WorksheetList({ moduleTitle, files }: { moduleTitle: string; files: readonly Worksheet[] }) {
	if (files.length === 0) return null
	return (
		<section className="worksheets" aria-label={`Worksheets of ${moduleTitle}`}>
			<h3 className="worksheets-title">Worksheets</h3>
			<ul>
				{files.map(({ url, title, bytes, seconds, isPublic }) => {
					const Icon = isAudio(url) ? Music : FileText
					return (
						<li key={url}>
							<a className="worksheet" href={url} download="" data-worksheet={isPublic ? undefined : ''}>
								<Icon aria-hidden="true" className="worksheet-icon size-5" strokeWidth={1.5} />
								<span className="worksheet-title breaks">{title}</span>{' '}
								<span className="worksheet-facts">
									{fileKindText(url)}, {seconds !== undefined && `${clock(seconds)}, `}
									{formatBytes(bytes)}
									{!isPublic && <span className="worksheet-who"> · for members of this course</span>}
								</span>
								<Download aria-hidden="true" className="worksheet-icon worksheet-save size-4" strokeWidth={1.75} />
							</a>
							{isAudio(url) && (
								// Audio for members plays only if the reader is signed in.
								<audio
									className={classes('worksheet-audio', !isPublic && 'for-signed-in')}
									controls
									preload="none"
									src={url}
									aria-label={`Play ${title}`}
								/>
							)}
							<p role="status" className="worksheet-note" />
						</li>
					)
				})}
			</ul>
		</section>
	)
}
