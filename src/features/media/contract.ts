import * as z from 'zod/mini'
import { byteBody, contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'
import { oneLine } from '#src/lib/one-line.ts'
import { formatBytes } from '#src/lib/text/format-number.ts'
import { KINDS, type Kind, kinds, PURPOSES } from './kinds.ts'

const KIB = 1024
/** Part size of a large file. */
export const LARGE_PART = 4 * KIB * KIB
/** Part size of a file up to `SMALL_FILE`: a slow connection sends one within the request timeout of 30 seconds. */
export const SMALL_PART = 512 * KIB
export const SMALL_FILE = 50_000_000
/** Concurrent parts per file: one is written while the next arrives. */
export const MAX_CONCURRENT_PARTS = 2
/** Body limit of a request with a part. */
const PART_LIMIT = LARGE_PART + KIB

export const mediaUse = z.object({
	/** Kind of the record. */
	type: z.enum(['course', 'module', 'settings', 'draft', 'version', 'details']),
	title: z.string(),
	/** Screen where it can be edited. */
	href: z.string(),
})
export type MediaUse = z.output<typeof mediaUse>

export const mediaItem = z.object({
	id: z.string(),
	/** Original file name. */
	name: z.string(),
	kind: z.enum(KINDS),
	/** Its URL; empty until the upload is complete. */
	url: z.string(),
	/** URL of a small picture, for lists; empty for other kinds. */
	thumbnail: z.string(),
	bytes: z.number(),
	width: z.nullable(z.number()),
	height: z.nullable(z.number()),
	/** Duration of a video or audio file, in seconds. */
	seconds: z.nullable(z.number()),
	isPublic: z.boolean(),
	/** False until the upload is complete. */
	isReady: z.boolean(),
	createdAt: timestamp,
	createdBy: z.string(),
	uses: z.array(mediaUse),
	/** When it is removed automatically unless it is used or completed. Null for files in use. */
	goesAt: z.nullable(timestamp),
})
export type MediaItem = z.output<typeof mediaItem>

const uploadedItem = z.object({
	...mediaItem.shape,
	/** Sentences about content that could not be read; absent if there are none. */
	warnings: z.optional(z.array(z.string())),
})
export type UploadedItem = z.output<typeof uploadedItem>

const NOT_FOUND = [404, 'This file no longer exists'] as const
const unreadable = {
	notImage: [400, kinds.image.unreadable],
	notPdf: [400, kinds.pdf.unreadable],
	notDocument: [400, kinds.document.unreadable],
	notAudio: [400, kinds.audio.unreadable],
	notVideo: [400, kinds.video.unreadable],
	notCaptions: [400, kinds.captions.unreadable],
} as const
/** Errors in the headers of a video, which the browser reads before it sends the file. */
export const filmErrors = {
	incomplete: [
		400,
		'This video is incomplete: the recording or the copy was interrupted. Copy it from the device again.',
	],
	/** Its index points beyond its data. */
	badIndex: [400, 'The index of this video does not match its content, so it cannot be played. Export it again.'],
	/** A fragmented video with its data first. In other videos, the index is moved to the start. */
	lateStart: [400, 'This video must load completely before it plays. Export it for the web (fast start).'],
	hevc: [
		400,
		'This video uses HEVC, which many browsers cannot play. Export it as H.264; on an iPhone choose Settings, Camera, Formats, Most Compatible before you record.',
	],
	coding: [400, 'Browsers cannot play this kind of video or its sound. Export it as MP4 with H.264 and AAC.'],
} as const
/** Returns the error for a file above the limit of its kind. */
export const tooLargeError = (kind: Kind) =>
	[413, `${kinds[kind].plural} can have at most ${formatBytes(kinds[kind].limit)}`] as const
const tooLarge = {
	largeImage: tooLargeError('image'),
	largePdf: tooLargeError('pdf'),
	largeDocument: tooLargeError('document'),
	largeAudio: tooLargeError('audio'),
	largeVideo: tooLargeError('video'),
	largeCaptions: tooLargeError('captions'),
}
const storage = {
	noRoom: [503, 'The file storage is full. We keep what was uploaded so far; try again once there is space.'],
	away: [503, 'The file storage is not responding. We keep what was uploaded so far; try again in a few minutes.'],
} as const

export const mediaBody = z.object({
	name: z
		.string('Name the file')
		.check(oneLine, z.minLength(1, 'Name the file'), z.maxLength(255, 'The name is too long')),
	/** In bytes. */
	size: z.number('Say how long the file is').check(z.int(), z.gte(1, 'The file is empty')),
	/** As reported by the browser; may be empty. */
	type: z.string('Say what type the file has').check(z.maxLength(200)),
	purpose: z.enum(PURPOSES, 'Say what the file is for'),
	/** Whether the file is public; otherwise only readers of the record that it belongs to may get it. */
	isPublic: z._default(z.boolean('Say whether the file is public'), true),
})

/** Announces a file, whose parts follow. Resumes an interrupted upload with the same name and length. */
export const createMedia = contract('POST /api/admin/media', {
	access: 'admin',
	body: mediaBody,
	status: 201,
	response: z.object({ id: z.string(), partSize: z.number(), parts: z.number() }),
	errors: {
		svg: [400, 'SVG files can contain scripts and are not allowed. Export the drawing as PNG or WebP.'],
		...unreadable,
		notWorksheet: [400, 'Attach a PDF, a document or an audio file. Add pictures and videos to the module itself.'],
		unknown: [
			400,
			'This file type is not allowed. Use a picture, a PDF, a document, an audio file, a video or captions.',
		],
		...tooLarge,
		/** The club's quota is reached. */
		quota: [409, "The club's storage is full. Delete something or raise the limit."],
	},
})

export const putMediaPart = contract('PUT /api/admin/media/:id/parts/:part', {
	access: 'admin',
	takes: 'bytes',
	body: byteBody,
	bodyLimit: PART_LIMIT,
	errors: {
		notFound: NOT_FOUND,
		noSuchPart: [400, 'The file has no such part'],
		length: [400, 'This part was damaged in transit. Please send it again.'],
		complete: [409, 'The file is already complete'],
		...storage,
	},
})

/** Lists the parts that have arrived, so that an interrupted upload sends only the others. */
export const listMediaParts = contract('GET /api/admin/media/:id/parts', {
	access: 'admin',
	response: z.object({
		partSize: z.number(),
		parts: z.number(),
		size: z.number(),
		there: z.array(z.number()),
		isReady: z.boolean(),
	}),
	errors: { notFound: NOT_FOUND, ...storage },
})

/** Checks the whole file and stores it. Idempotent. */
export const completeMedia = contract('POST /api/admin/media/:id/complete', {
	access: 'admin',
	body: z.object({
		/** Hex SHA-256 of the file. */
		sha256: z
			.string('Send the SHA-256 of the file')
			.check(z.regex(/^[\da-f]{64}$/, 'Send the SHA-256 of the file as 64 digits')),
	}),
	response: uploadedItem,
	errors: {
		notFound: NOT_FOUND,
		/** The actual message names the missing part. */
		missing: [409, 'A part is missing'],
		damaged: [409, 'The file arrived damaged. Please send it again.'],
		heic: [400, 'We cannot read this HEIC picture. Save it as a JPEG, and upload that.'],
		...unreadable,
		manyPixels: [413, 'Pictures can have at most 40 megapixels'],
		/** Lower than for other pictures, because decoding takes a lot of memory. */
		largeHeic: [413, 'HEIC pictures can have at most 26 megapixels. Save it as a JPEG, and upload that.'],
		longMovement: [
			413,
			'An animated picture can have at most 40 megapixels in total. Make it smaller or shorter, or upload it as a video.',
		],
		...filmErrors,
		...storage,
	},
})

/** Newest first, including incomplete uploads. */
export const listMedia = contract('GET /api/admin/media', {
	access: 'admin',
	query: z.object({
		...pageQuery,
		kind: z.optional(z.enum(KINDS, 'Unknown kind of file')),
		search: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Use at most 100 characters'))),
	}),
	response: z.array(mediaItem),
})

/** Deletes a file. Pages that use it then show nothing. */
export const deleteMedia = contract('DELETE /api/admin/media/:id', {
	access: 'admin',
	/** `unfinished`: only while incomplete. Canceling an upload must not delete one that was completed elsewhere. */
	query: z.object({ only: z.optional(z.enum(['unfinished'])) }),
	errors: { notFound: NOT_FOUND },
})

/** Returns the file itself. Without access to a private file, members get 404, and visitors 401. */
export const getMediaFile = contract('GET /media/:id/:name', {
	access: 'public',
	gives: 'file',
	errors: {
		notFound: [404, 'File not found'],
		signIn: [401, 'Please sign in to open this file'],
		away: [503, 'The file storage is not responding. Please try again in a few minutes.'],
	},
})
