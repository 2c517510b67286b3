import { isHtml } from '#src/platform/http/content-types.ts'

/** An answer whose text may be there already: through a `Response` it would be encoded and decoded once more. */
export type Rendered = Pick<Response, 'status' | 'headers' | 'text'>

/** What of the built site renders its pages. */
export interface TwinApp {
	render(
		request: Request,
		options: { locals: object; prerenderedErrorPageFetch: (url: string) => Promise<Response> },
	): Promise<Response>
}

/** Renders the on-demand twin of a public page in this process; `finish` adds what the build adds to its pages. */
export const twinRenderer =
	(app: TwinApp, publicUrl: string, finish: (html: string) => string): ((path: string) => Promise<Rendered>) =>
	async (path) => {
		const response = await app.render(new Request(`${publicUrl}/twin${path === '/' ? '' : path}`), {
			// What opens the twin routes: nothing outside this process can set it.
			locals: { twin: true },
			// Astro would fetch its 404 page from the public address: a request to ourselves for each unknown path.
			prerenderedErrorPageFetch: async () => new Response(null, { status: 404 }),
		})
		const { status, headers } = response
		if (!isHtml(headers.get('Content-Type') ?? '')) return response
		const html = finish(await response.text())
		return { status, headers, text: async () => html }
	}
