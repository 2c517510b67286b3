// Kinds of uploads: one table for contract, service, screens and messages.

export const KINDS = ['image', 'pdf', 'document', 'audio', 'video', 'captions'] as const
export type Kind = (typeof KINDS)[number]

const MB = 1_000_000

interface KindFacts {
	/** Label in the library. */
	title: string
	/** Maximum size in bytes. */
	limit: number
	/** Plural that starts a message about this kind. */
	plural: string
	/** Types that browsers report. The content of the file decides in the end. */
	types: readonly string[]
	/** Extensions for the file dialog. */
	extensions: readonly string[]
	unreadable: string
}

export const kinds: Readonly<Record<Kind, KindFacts>> = {
	image: {
		title: 'Picture',
		limit: 10 * MB,
		plural: 'Pictures',
		types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif', 'image/heic', 'image/heif'],
		extensions: ['.jpg', '.jpeg', '.png', '.webp', '.avif', '.gif', '.heic', '.heif', '.hif'],
		unreadable: 'This is not a picture we can read. Use a JPEG, PNG, WebP, AVIF, GIF or HEIC.',
	},
	pdf: {
		title: 'PDF',
		limit: 50 * MB,
		plural: 'PDFs',
		types: ['application/pdf'],
		extensions: ['.pdf'],
		unreadable: 'This is not a PDF we can read.',
	},
	document: {
		title: 'Document',
		limit: 50 * MB,
		plural: 'Documents',
		types: [
			'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
			'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
			'application/vnd.openxmlformats-officedocument.presentationml.presentation',
			'application/vnd.oasis.opendocument.text',
			'application/vnd.oasis.opendocument.spreadsheet',
			'application/vnd.oasis.opendocument.presentation',
		],
		extensions: ['.docx', '.xlsx', '.pptx', '.odt', '.ods', '.odp'],
		unreadable: 'This is not a document we can read. Use DOCX, XLSX, PPTX, ODT, ODS or ODP, without macros.',
	},
	audio: {
		title: 'Audio',
		limit: 500 * MB,
		plural: 'Audio files',
		types: ['audio/mpeg', 'audio/mp4', 'audio/x-m4a', 'audio/ogg'],
		extensions: ['.mp3', '.m4a', '.ogg', '.oga', '.opus'],
		unreadable: 'This is not an audio file we can read. Use MP3, M4A or OGG.',
	},
	video: {
		title: 'Video',
		limit: 4_000 * MB,
		plural: 'Videos',
		types: ['video/mp4', 'video/x-m4v', 'video/quicktime', 'video/webm'],
		extensions: ['.mp4', '.m4v', '.mov', '.webm'],
		unreadable: 'This is not a video we can read. Use MP4 or MOV (H.264), or WebM.',
	},
	captions: {
		title: 'Captions',
		limit: 2 * MB,
		plural: 'Captions',
		types: ['text/vtt', 'application/x-subrip'],
		extensions: ['.vtt', '.srt'],
		unreadable: 'These are not captions we can read. Use a WebVTT (.vtt) or SubRip (.srt) file in UTF-8.',
	},
}

/** Purposes of uploads with their allowed kinds. */
export const purposes = {
	library: KINDS,
	picture: ['image'],
	worksheet: ['pdf', 'document', 'audio'],
	audio: ['audio'],
	video: ['video'],
	captions: ['captions'],
} as const satisfies Record<string, readonly Kind[]>
export type Purpose = keyof typeof purposes
export const PURPOSES = Object.keys(purposes) as [Purpose, ...Purpose[]]

/** Returns the kind by the extension, or else by the reported type, since browsers report no type for some files. */
export function kindOf(name: string, type: string): Kind | undefined {
	const extension = /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? ''
	return (
		KINDS.find((kind) => kinds[kind].extensions.includes(extension)) ??
		KINDS.find((kind) => kinds[kind].types.includes(type))
	)
}

/** Display names of stored files by extension. */
const NAMES: Readonly<Record<string, string>> = {
	...{ pdf: 'PDF', docx: 'Word', xlsx: 'Excel', pptx: 'PowerPoint', odt: 'OpenDocument' },
	...{ ods: 'OpenDocument', odp: 'OpenDocument', mp3: 'MP3', m4a: 'M4A', ogg: 'OGG', opus: 'OGG' },
}
export const fileKindText = (url: string): string => NAMES[url.split('.').at(-1) ?? ''] ?? 'File'

/** Returns the `accept` attribute of a file input. */
export const acceptOf = (purpose: Purpose): string =>
	purposes[purpose].flatMap((kind) => [...kinds[kind].extensions, ...kinds[kind].types]).join(',')
