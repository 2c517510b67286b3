import { isHtml } from '#src/platform/http/files/content-types.ts'
import { bufferOf } from './site-folder.ts'

/** A response whose bytes may already be in memory. */
export type Rendered = Pick<Response, 'status' | 'headers'> & { bytes(): Promise<Uint8Array> }

/** The part of the built site that renders pages. */
export interface RenderApp {
	render(
		request: Request,
		options: { locals: object; prerenderedErrorPageFetch: (url: string) => Promise<Response> },
	): Promise<Response>
}

/** Renders a public page. `content` saves a read if the caller already has it. */
export type RenderPage = (path: string, content?: unknown) => Promise<Rendered>

/** Renders the render route of a public page in this process. `finish` post-processes as the build does. */
export const pageRenderer =
	(app: RenderApp, publicUrl: string, finish: (html: Buffer) => Buffer): RenderPage =>
	async (path, content) => {
		const response = await app.render(new Request(`${publicUrl}/render${path === '/' ? '' : path}`), {
			// The flag that unlocks render routes: no outside request can set it.
			locals: { isRendering: true, renderContent: content },
			// Astro would fetch its 404 page from the public URL: a request to this server for each unknown path.
			prerenderedErrorPageFetch: async () => new Response(null, { status: 404 }),
		})
		const { status, headers } = response
		if (!isHtml(headers.get('Content-Type') ?? '')) return response
		const html = finish(bufferOf(await response.bytes()))
		return { status, headers, bytes: async () => html }
	}
