import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { contentTypeOf, isHtml } from '#src/platform/http/content-types.ts'
import { etagOf, makeStaticFile, PAGE_CACHE_CONTROL, type StaticFile } from '#src/platform/http/static-store.ts'
import { STATUS_PAGES } from '#src/platform/http/status-pages.ts'
import { canonicalPath } from './canonical-path.ts'
import { isFilePath } from './file-path.ts'
import type { PageFile } from './site-folder.ts'

const brotli = promisify(brotliCompress)

/**
 * Brotli at a quality of 7 with a window of 128 kB. At 9 such a window has tables of some 30 MB made and cleared for every
 * page, which takes ten times as long as the compressing; and with the half of it a page of 107 kB is 15,058 bytes
 * instead of 14,672, and takes a third longer. The home page, which is read most, has 11: a tenth fewer bytes for 50 ms,
 * which a thousand courses could not be made to wait for. A file beside a page has 5: few take it along, and a transcript
 * is there in half of the time for a tenth more bytes.
 */
function qualityOf(path: string): number {
	if (path === '/') return 11
	return isFilePath(path) ? 5 : 7
}

const brotliOptions = (html: Uint8Array, path: string) => ({
	params: {
		[constants.BROTLI_PARAM_QUALITY]: qualityOf(path),
		[constants.BROTLI_PARAM_LGWIN]: 17,
		[constants.BROTLI_PARAM_SIZE_HINT]: html.length,
	},
})

/** A page in the forms in which it is kept. */
export async function toPageFile(path: string, html: Buffer, etag = etagOf(html)): Promise<PageFile> {
	return { html, etag, br: await brotli(html, brotliOptions(html, path)) }
}

/** The same on this thread, which answers nobody meanwhile. */
export const toPageFileHere = (path: string, html: Buffer, etag = etagOf(html)): PageFile => ({
	html,
	etag,
	br: brotliCompressSync(html, brotliOptions(html, path)),
})

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
