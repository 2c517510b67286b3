import * as z from 'zod/mini'
import { oneLine } from '#src/lib/one-line.ts'
import { isMediaPath, isOwnPath, isSafeLink } from '#src/lib/site/links.ts'
import { isNonBlank, moduleType } from '../module-type.ts'

const CAPTIONS = 'Captions must be a .vtt file on this site, such as /videos/talk.vtt'

const POSTER = 'Use the full address of a picture, such as https://club.example/talk.jpg'

export const videoData = z.object({
	/**
	 * A YouTube or Vimeo link, a video file (also as a path on this site), or a page of a host from the settings. Empty
	 * if not set.
	 */
	videoUrl: z._default(
		z.string('Video link must be a valid URL').check(
			z.trim(),
			z.refine(
				(link) => link === '' || isSafeLink(link) || isOwnPath(link),
				'Video link must be a valid URL that starts with https://',
			),
		),
		'',
	),
	/** Free text, such as "12:30" or "12 minutes". */
	duration: z._default(
		z.pipe(
			z.union([z.string().check(oneLine, z.maxLength(40, 'Duration must be at most 40 characters')), z.number()]),
			z.transform(String),
		),
		'',
	),
	/**
	 * A WebVTT file on this site: another site would have to allow its use, and YouTube and Vimeo have their own captions.
	 */
	captionsUrl: z._default(
		z.string(CAPTIONS).check(
			z.trim(),
			z.refine((path) => path === '' || (isOwnPath(path) && /\.vtt$/i.test(path)), CAPTIONS),
		),
		'',
	),
	/** Picture shown until the video plays. If empty, the cover is drawn. */
	posterUrl: z._default(
		z.string(POSTER).check(
			z.trim(),
			z.refine((link) => link === '' || isSafeLink(link) || isMediaPath(link), POSTER),
		),
		'',
	),
	/** Plain text. A time at the beginning of a line seeks in the video. */
	transcript: z._default(z.string().check(z.maxLength(200_000, 'Transcript must be at most 200,000 characters')), ''),
})

export type VideoData = z.output<typeof videoData>

/** Formats 12:30 or 1:02:03 as rounded minutes, and returns other text unchanged. */
function minutesOf(duration: string): string {
	if (!/^\d+(:\d\d){1,2}$/.test(duration)) return duration
	const seconds = duration.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
	return `${Math.max(1, Math.round(seconds / 60))} min`
}

export const video = moduleType({
	type: 'video',
	label: 'Video',
	standsAlone: true,
	data: videoData,
	findMissing: ({ videoUrl }) =>
		videoUrl === '' ? { path: 'videoUrl', message: 'Enter a video link', text: 'has no video link' } : undefined,
	effortOf: ({ duration }) => minutesOf(String(duration ?? '')),
	fieldLabel: (path) =>
		({
			videoUrl: 'Video link',
			duration: 'Duration',
			transcript: 'Transcript',
			captionsUrl: 'Captions',
			posterUrl: 'Poster',
		})[path],
	contentsOf: ({ videoUrl, duration, transcript }) => [
		...(isNonBlank(videoUrl) ? ['its video link'] : []),
		...(isNonBlank(duration) ? ['its duration'] : []),
		...(isNonBlank(transcript) ? ['its transcript'] : []),
	],
})
