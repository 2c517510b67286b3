import { isHtml } from '#src/platform/http/content-types.ts'
import { bufferOf, stableHtml } from './site-folder.ts'

/** An answer whose bytes may be there already. */
export type Rendered = Pick<Response, 'status' | 'headers'> & { bytes(): Promise<Uint8Array> }

/** What of the built site renders its pages. */
export interface TwinApp {
	render(
		request: Request,
		options: { locals: object; prerenderedErrorPageFetch: (url: string) => Promise<Response> },
	): Promise<Response>
}

/** Renders a public page; `content` is what it shows, where that was read already. */
export type RenderTwin = (path: string, content?: unknown) => Promise<Rendered>

/**
 * Changes the text that these bytes are. They are taken for characters of one byte: what `change` looks for and puts in is
 * ASCII, and to read a page as UTF-8 and write it again takes as long as a tenth of its rendering.
 */
const changed = (bytes: Uint8Array, change: (text: string) => string): Buffer =>
	Buffer.from(change(bufferOf(bytes).toString('latin1')), 'latin1')

/** Renders the on-demand twin of a public page in this process; `finish` adds what the build adds to its pages. */
export const twinRenderer =
	(app: TwinApp, publicUrl: string, finish: (html: string) => string): RenderTwin =>
	async (path, content) => {
		const response = await app.render(new Request(`${publicUrl}/twin${path === '/' ? '' : path}`), {
			// What opens the twin routes: nothing outside this process can set it.
			locals: { twin: true, twinContent: content },
			// Astro would fetch its 404 page from the public address: a request to ourselves for each unknown path.
			prerenderedErrorPageFetch: async () => new Response(null, { status: 404 }),
		})
		const { status, headers } = response
		if (!isHtml(headers.get('Content-Type') ?? '')) return response
		const html = changed(await response.bytes(), (text) => finish(stableHtml(text)))
		return { status, headers, bytes: async () => html }
	}
