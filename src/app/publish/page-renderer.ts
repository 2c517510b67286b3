import { isHtml } from '#src/platform/http/files/content-types.ts'
import { bufferOf } from './site-folder.ts'

/** An answer whose bytes may be there already. */
export type Rendered = Pick<Response, 'status' | 'headers'> & { bytes(): Promise<Uint8Array> }

/** What of the built site renders its pages. */
export interface RenderApp {
	render(
		request: Request,
		options: { locals: object; prerenderedErrorPageFetch: (url: string) => Promise<Response> },
	): Promise<Response>
}

/** Renders a public page; `content` is what it shows, where that was read already. */
export type RenderPage = (path: string, content?: unknown) => Promise<Rendered>

/** Renders the render route of a public page in this process; `finish` adds what the build adds to its pages. */
export const pageRenderer =
	(app: RenderApp, publicUrl: string, finish: (html: Buffer) => Buffer): RenderPage =>
	async (path, content) => {
		const response = await app.render(new Request(`${publicUrl}/render${path === '/' ? '' : path}`), {
			// What opens the render route routes: nothing outside this process can set it.
			locals: { isRendering: true, renderContent: content },
			// Astro would fetch its 404 page from the public address: a request to ourselves for each unknown path.
			prerenderedErrorPageFetch: async () => new Response(null, { status: 404 }),
		})
		const { status, headers } = response
		if (!isHtml(headers.get('Content-Type') ?? '')) return response
		const html = finish(bufferOf(await response.bytes()))
		return { status, headers, bytes: async () => html }
	}
