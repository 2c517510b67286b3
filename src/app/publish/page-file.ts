import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { contentTypeOf, isHtml } from '#src/platform/http/files/content-types.ts'
import { etagOf, makeStaticFile, PAGE_CACHE_CONTROL, type StaticFile } from '#src/platform/http/files/static-store.ts'
import { STATUS_PAGES } from '#src/platform/http/status-pages.ts'
import { canonicalPath } from './canonical-path.ts'
import { isFilePath } from './file-path.ts'
import type { PageFile } from './site-folder.ts'

const brotli = promisify(brotliCompress)

/** Of brotli. */
const HARDEST = 11

/**
 * Brotli at a quality of 5 with a window of 128 kB: a page of 111 kB is 14,211 bytes, for 1.2 ms. At 7 it is 13,931 and
 * takes half as long again, which a thousand courses are longer in the making for; at 9 such a window has tables of some
 * 30 MB made and cleared for every page; and with the half of it the page is 14,781 bytes in the same time. The home page,
 * which is read most, has 11, as has the list of a podcast, which fits a connection's first round trip with it: a tenth
 * fewer bytes for 50 to 150 ms.
 */
const qualityOf = (path: string) => (path === '/' || path === '/podcast' ? HARDEST : 5)

const brotliOptions = (html: Uint8Array, quality: number) => ({
	params: {
		[constants.BROTLI_PARAM_QUALITY]: quality,
		[constants.BROTLI_PARAM_LGWIN]: 17,
		[constants.BROTLI_PARAM_SIZE_HINT]: html.length,
	},
})

/** A page in the forms in which it is kept. */
export async function toPageFile(path: string, html: Buffer, etag = etagOf(html)): Promise<PageFile> {
	return { html, etag, br: await brotli(html, brotliOptions(html, qualityOf(path))) }
}

/** The same on this thread, which answers nobody meanwhile. */
export const toPageFileHere = (path: string, html: Buffer, etag = etagOf(html)): PageFile => ({
	html,
	etag,
	br: brotliCompressSync(html, brotliOptions(html, qualityOf(path))),
})

/**
 * What a fresh connection takes of a page in its first round trip, in bytes: ten segments of 1,460, without some 1,400 for
 * the head of the answer.
 */
const FIRST_ROUND_TRIP = 13_200

/** Whether a page is so little above that that harder compression brings it below: it takes a tenth away. */
export const nearlyFits = ({ br }: Pick<PageFile, 'br'>) =>
	br.length > FIRST_ROUND_TRIP && br.length * 0.9 < FIRST_ROUND_TRIP

/** The same page, compressed as hard as can be: 50 to 150 ms of another thread. */
export async function compressHarder(page: PageFile): Promise<PageFile> {
	return { ...page, br: await brotli(page.html, brotliOptions(page.html, HARDEST)) }
}

/**
 * A page as it is served at `path`, or a file beside one. Nearly everybody takes brotli: the form for who takes gzip
 * alone is made when the first of them asks. At its level of 6: 9 makes a page 0.8 % smaller, and takes a third longer.
 */
export function toStaticFile(page: PageFile, path: string): StaticFile {
	const contentType = isFilePath(path) ? contentTypeOf(path) : 'text/html; charset=utf-8'
	return makeStaticFile(page.html, {
		contentType,
		// A page that is published a moment later must not stay unknown to anybody.
		cacheControl: path in STATUS_PAGES ? 'no-cache' : PAGE_CACHE_CONTROL,
		status: STATUS_PAGES[path] ?? 200,
		etag: page.etag,
		br: page.br,
		gzip: gzipSync,
		// Words of a transcript name no address.
		alsoAt: isHtml(contentType) ? canonicalPath(page.html) : undefined,
	})
}
