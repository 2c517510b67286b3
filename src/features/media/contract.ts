import * as z from 'zod/mini'
import { byteBody, contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'
import { oneLine } from '#src/lib/one-line.ts'
import { KINDS, kinds, PURPOSES } from './kinds.ts'

const KIB = 1024
/** A part of a large file. */
export const LARGE_PART = 4 * KIB * KIB
/** A part of a file up to `SMALL_FILE`: also a slow line sends one within the half minute that a request may take. */
export const SMALL_PART = 512 * KIB
export const SMALL_FILE = 50_000_000
/** How many parts of a file are on their way at once: while one is written the next ones come in. */
export const PARTS_AT_ONCE = 2
/** Of a request that brings a part. */
const PART_LIMIT = LARGE_PART + KIB

export const mediaUse = z.object({
	/** What it is: `Course`. */
	type: z.enum(['course', 'module', 'settings', 'draft', 'version', 'details']),
	title: z.string(),
	/** The screen where it can be changed. */
	href: z.string(),
})
export type MediaUse = z.output<typeof mediaUse>

export const mediaItem = z.object({
	id: z.string(),
	/** What it was called where it came from. */
	name: z.string(),
	kind: z.enum(KINDS),
	/** Its address. Empty while it arrives. */
	url: z.string(),
	/** Of a small form of a picture, for lists; of others empty. */
	thumbnail: z.string(),
	bytes: z.number(),
	width: z.nullable(z.number()),
	height: z.nullable(z.number()),
	/** Of a film or a sound file, in seconds. */
	seconds: z.nullable(z.number()),
	isPublic: z.boolean(),
	/** False while it arrives. */
	isReady: z.boolean(),
	createdAt: timestamp,
	createdBy: z.string(),
	uses: z.array(mediaUse),
	/** When it is removed by itself, unless it is used or finished before. Null for what is used. */
	goesAt: z.nullable(timestamp),
})
export type MediaItem = z.output<typeof mediaItem>

const uploadedItem = z.object({
	...mediaItem.shape,
	/** What of it could not be read, one sentence each; absent where all of it was. */
	warnings: z.optional(z.array(z.string())),
})
export type UploadedItem = z.output<typeof uploadedItem>

const params = z.object({ id: z.string() })
const NOT_FOUND = [404, 'This file is not there any more'] as const
const LATE_START = [
	400,
	'This film cannot start before it is loaded whole. Export it for the web (fast start).',
] as const
const HEIC = [400, 'Browsers do not show HEIC pictures. Save it as a JPEG, and upload that.'] as const
const storage = {
	noRoom: [503, 'There is no room left where files are stored. What arrived so far is kept: try again once there is.'],
	away: [503, 'The storage of files does not answer. What arrived so far is kept: try again in a few minutes.'],
} as const

export const mediaBody = z.object({
	name: z
		.string('Name the file')
		.check(oneLine, z.minLength(1, 'Name the file'), z.maxLength(255, 'The name is too long')),
	/** In bytes. */
	size: z.number('Say how long the file is').check(z.int(), z.gte(1, 'The file is empty')),
	/** As the browser announces it; may be empty. */
	type: z.string('Say what type the file has').check(z.maxLength(200)),
	purpose: z.enum(PURPOSES, 'Say what the file is for'),
	/** Whether everybody may have it; else those who may see what it belongs to. */
	isPublic: z._default(z.boolean('Say whether the file is public'), true),
})

/** Announces a file. Its parts follow. One of the same name and length that broke off is gone on with. */
export const createMedia = contract({
	method: 'POST',
	path: '/api/admin/media',
	access: 'admin',
	body: mediaBody,
	status: 201,
	response: z.object({ id: z.string(), partSize: z.number(), parts: z.number() }),
	errors: {
		svg: [400, 'SVG drawings are not taken, since they can hold programs. Export the drawing as PNG or WebP.'],
		notImage: [400, kinds.image.unreadable],
		heic: HEIC,
		notPdf: [400, kinds.pdf.unreadable],
		notDocument: [400, kinds.document.unreadable],
		notAudio: [400, kinds.audio.unreadable],
		notVideo: [400, kinds.video.unreadable],
		notCaptions: [400, kinds.captions.unreadable],
		notWorksheet: [400, 'Attach a PDF, a document or a sound file. Pictures and videos go into the module itself.'],
		unknown: [
			400,
			'Files of this type are not taken. Use a picture, a PDF, a document, a sound file, a video or captions.',
		],
		largeImage: [413, `Pictures may have at most ${kinds.image.limitText}`],
		largePdf: [413, `PDFs may have at most ${kinds.pdf.limitText}`],
		largeDocument: [413, `Documents may have at most ${kinds.document.limitText}`],
		largeAudio: [413, `Sound files may have at most ${kinds.audio.limitText}`],
		largeVideo: [413, `Videos may have at most ${kinds.video.limitText}`],
		largeCaptions: [413, `Captions may have at most ${kinds.captions.limitText}`],
		/** The words in brackets are the quota. */
		quota: [409, "The club's storage is full. Delete something or raise the limit."],
	},
})

export const putMediaPart = contract({
	method: 'PUT',
	path: '/api/admin/media/:id/parts/:part',
	access: 'admin',
	params: z.object({ id: z.string(), part: z.string() }),
	takes: 'bytes',
	body: byteBody,
	bodyLimit: PART_LIMIT,
	errors: {
		notFound: NOT_FOUND,
		noSuchPart: [400, 'The file has no such part'],
		length: [400, 'This part did not arrive as it should. Please send it again.'],
		complete: [409, 'The file is complete already'],
		/** Said with the first part: nobody sends the rest of gigabytes for nothing. */
		lateStart: LATE_START,
		...storage,
	},
})

/** Which parts are there: whoever was interrupted sends the others. */
export const listMediaParts = contract({
	method: 'GET',
	path: '/api/admin/media/:id/parts',
	access: 'admin',
	params,
	response: z.object({
		partSize: z.number(),
		parts: z.number(),
		size: z.number(),
		there: z.array(z.number()),
		isReady: z.boolean(),
	}),
	errors: { notFound: NOT_FOUND, ...storage },
})

/** Looks at the whole, and keeps it. A second time it says the same. */
export const completeMedia = contract({
	method: 'POST',
	path: '/api/admin/media/:id/complete',
	access: 'admin',
	params,
	body: z.object({
		/** Hex SHA-256 of the file. */
		sha256: z
			.string('Send the SHA-256 of the file')
			.check(z.regex(/^[\da-f]{64}$/, 'Send the SHA-256 of the file as 64 digits')),
	}),
	response: uploadedItem,
	errors: {
		notFound: NOT_FOUND,
		/** Its number stands in the sentence. */
		missing: [409, 'A part is missing'],
		damaged: [409, 'The file arrived damaged. Please send it again.'],
		notImage: [400, kinds.image.unreadable],
		heic: HEIC,
		notPdf: [400, kinds.pdf.unreadable],
		notDocument: [400, kinds.document.unreadable],
		notAudio: [400, kinds.audio.unreadable],
		notVideo: [400, kinds.video.unreadable],
		notCaptions: [400, kinds.captions.unreadable],
		manyPixels: [413, 'Pictures may have at most 40 megapixels'],
		longMovement: [
			413,
			'A picture that moves may have at most 40 megapixels, all its frames together. Make it smaller or shorter, or upload it as a video.',
		],
		lateStart: LATE_START,
		hevc: [400, 'This film is in HEVC, which many browsers cannot play. Export it as H.264.'],
		...storage,
	},
})

/** Newest first, those that have not arrived whole included. */
export const listMedia = contract({
	method: 'GET',
	path: '/api/admin/media',
	access: 'admin',
	query: z.object({
		...pageQuery,
		kind: z.optional(z.enum(KINDS, 'There is no such kind of file')),
		search: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Search for at most 100 characters'))),
	}),
	response: z.array(mediaItem),
})

/** Whatever shows it shows nothing in its place. */
export const deleteMedia = contract({
	method: 'DELETE',
	path: '/api/admin/media/:id',
	access: 'admin',
	params,
	/** `unfinished`: only while it is still arriving. Who gives an upload up must not delete what somebody else finished. */
	query: z.object({ only: z.optional(z.enum(['unfinished'])) }),
	errors: { notFound: NOT_FOUND },
})

/** The file itself. Who may not have one that is not public is told that it is not there, a visitor to sign in. */
export const getMediaFile = contract({
	method: 'GET',
	path: '/media/:id/:name',
	access: 'public',
	params: z.object({ id: z.string(), name: z.string() }),
	gives: 'file',
	errors: {
		notFound: [404, 'File not found'],
		signIn: [401, 'Please sign in to open this file'],
		away: [503, 'The storage of files does not answer. Please try again in a few minutes.'],
	},
})
